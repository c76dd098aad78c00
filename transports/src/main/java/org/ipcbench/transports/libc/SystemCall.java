package org.ipcbench.transports.libc;

/**
 * A system call that some processes may not make.
 *
 * @param name its name in the manual page
 * @param numberOnX86 the call's number on x86-64
 * @param numberOnArm the call's number on aarch64
 */
public record SystemCall(String name, int numberOnX86, int numberOnArm) {

    /** The call's number on this machine. */
    public int number() {
        return System.getProperty("os.arch").equals("aarch64") ? numberOnArm : numberOnX86;
    }
}
