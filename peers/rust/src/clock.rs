use std::fs::{read_link, read_to_string};

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
compile_error!("a peer needs Linux with words of 64 bits");

extern "C" {
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    fn sched_getcpu() -> i32;
}

fn clock_ns(clock: i32) -> i64 {
    let mut time = [0; 2];
    unsafe { clock_gettime(clock, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}

/// CLOCK_MONOTONIC, as System.nanoTime() on Linux.
pub fn now() -> i64 {
    clock_ns(1)
}

/// The CPU time of this process and of this thread.
pub fn cpu_times() -> [i64; 2] {
    [clock_ns(2), clock_ns(3)]
}

pub fn cpu() -> i32 {
    unsafe { sched_getcpu() }
}

/// What the clock is of: the CRC-32C of the kernel's boot and this process's time namespace; -1 if the kernel does not tell.
pub fn identity() -> i64 {
    let boot = match read_to_string("/proc/sys/kernel/random/boot_id") {
        Ok(boot) => boot,
        Err(_) => return -1,
    };
    let namespace = read_link("/proc/self/ns/time").unwrap_or_default(); // before Linux 5.6 there are none
    let mut crc = u32::MAX;
    for byte in (boot + &namespace.to_string_lossy()).bytes() {
        crc = (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 });
    }
    i64::from(!crc)
}
