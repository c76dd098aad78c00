use crate::Result;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
compile_error!("a peer needs Linux with words of 64 bits");

extern "C" {
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    fn getrusage(who: i32, usage: *mut [i64; 18]) -> i32;
    fn sched_getcpu() -> i32;
}

pub const PROCESS: i32 = 2;
pub const THREAD: i32 = 3;

pub fn clock_ns(clock: i32) -> i64 {
    let mut time = [0; 2];
    unsafe { clock_gettime(clock, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}

/// CLOCK_MONOTONIC, as System.nanoTime() on Linux.
pub fn now() -> i64 {
    clock_ns(1)
}

/// What the kernel counts of this thread; struct rusage in words.
pub fn usage() -> [i64; 18] {
    let mut usage = [0; 18];
    unsafe { getrusage(1, &mut usage) };
    usage
}

pub fn cpu() -> i32 {
    unsafe { sched_getcpu() }
}

/// Words that others have mapped.
pub struct Page(File);

impl Page {
    pub fn make(path: &Path) -> Result<Page> {
        let _ = std::fs::remove_file(path);
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all_at(&[0; 4096], 0)?;
        Ok(Page(file))
    }

    fn open(path: &Path) -> Result<Page> {
        Ok(Page(OpenOptions::new().read(true).write(true).open(path)?))
    }

    pub fn get(&self, entry: u64) -> i64 {
        let mut word = [0; 8];
        self.0.read_exact_at(&mut word, entry * 8).map_or(0, |_| i64::from_ne_bytes(word))
    }

    pub fn set(&self, entry: u64, value: i64) {
        let _ = self.0.write_all_at(&value.to_ne_bytes(), entry * 8);
    }
}

const HERE: u64 = 0;
const TURN: u64 = 1;
const SERVER_NS: u64 = 2;
const ENDED: u64 = 3;
const BOUND: u64 = 4;
const ANSWERING: u64 = 5;
const CLOCK: u64 = 6;
const UNTOLD: i64 = -1;
pub const NO_BOUND: i64 = -1;
const WIDE_NS: i64 = 20_000;
const PATIENCE_NS: i64 = 1_000_000_000;

/// How far the two clocks are apart: exchanges over a page that both peers share.
pub struct Clocks {
    page: Page,
    is_server: bool,
    series: i64,
    turn: i64,
    is_told: bool,
    may_be_one: bool,
    pub bound: i64,
}

impl Clocks {
    pub fn new(directory: &Path, is_server: bool) -> Result<Clocks> {
        let (path, own) = (directory.join("clocks"), identity());
        let page = if is_server { Page::make(&path)? } else { Page::open(&path)? };
        let servers = page.get(CLOCK);
        page.set(if is_server { CLOCK } else { HERE }, if is_server { own } else { 1 });
        let is_told = own != UNTOLD && servers != UNTOLD;
        Ok(Clocks { page, is_server, series: 0, turn: 0, is_told, may_be_one: !is_told || own == servers, bound: 0 })
    }

    pub fn prove(&mut self) {
        if self.is_server {
            return self.answer();
        }
        if self.bound != NO_BOUND {
            self.bound = if self.reaches(ANSWERING, self.series + 1) { self.ask() } else { NO_BOUND };
            self.page.set(BOUND, self.bound);
        }
        self.series += 1;
        self.page.set(ENDED, self.series);
    }

    fn reaches(&self, entry: u64, value: i64) -> bool {
        let start = now();
        while self.page.get(entry) < value {
            if now() - start > PATIENCE_NS {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    fn ask(&mut self) -> i64 {
        let (mut least, mut most, mut first, mut heard) = (i64::MIN / 2, i64::MAX / 2, 0, 0);
        for i in 0..if self.is_told && self.may_be_one { 20 } else { 2000 } {
            if i > 0 && heard - first > 20_000_000 {
                break;
            }
            let asked = now();
            self.page.set(TURN, self.turn + 1);
            self.turn += 2;
            if !self.reaches(TURN, self.turn) {
                return NO_BOUND;
            }
            heard = now();
            first = if first == 0 { heard } else { first };
            let told = self.page.get(SERVER_NS);
            least = least.max(told - heard);
            most = most.min(told - asked);
        }
        let bound = least.abs().max(most.abs());
        let is_one = self.may_be_one && least <= 0 && most >= 0 && (self.is_told || bound <= WIDE_NS);
        if is_one {
            self.bound
        } else {
            self.bound.max(bound)
        }
    }

    fn answer(&mut self) {
        let mut alone = self.page.get(HERE) == 0;
        self.series += 1;
        self.page.set(ANSWERING, self.series);
        let mut heard = now();
        while !alone && self.page.get(ENDED) < self.series {
            if self.page.get(TURN) > self.turn {
                heard = now();
                self.page.set(SERVER_NS, heard);
                self.turn += 2;
                self.page.set(TURN, self.turn);
            } else {
                alone = now() - heard > PATIENCE_NS;
                std::thread::yield_now();
            }
        }
        self.bound = if alone { NO_BOUND } else { self.page.get(BOUND) };
    }
}

/// CRC-32C of the kernel's boot and this process's time namespace.
fn identity() -> i64 {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    if boot.is_empty() {
        return UNTOLD;
    }
    let namespace = std::fs::read_link("/proc/self/ns/time").unwrap_or_default();
    let mut crc = u32::MAX;
    for byte in (boot + &namespace.to_string_lossy()).bytes() {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 };
        }
    }
    i64::from(!crc)
}
