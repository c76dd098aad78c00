package org.ipcbench.transports.libc;

/**
 * A system call that some processes may not make.
 *
 * @param name its name in the manual page
 * @param numberOnX86 the call's number on x86-64
 * @param numberOnArm the call's number on aarch64
 * @param harmlessArgument its first argument in a trial, in which the others are 0: the call must have no effect
 */
public record SystemCall(String name, int numberOnX86, int numberOnArm, int harmlessArgument) {
    /** A call that has no effect if all of its arguments are 0. */
    public SystemCall(String name, int numberOnX86, int numberOnArm) {
        this(name, numberOnX86, numberOnArm, 0);
    }

    /** The call's number on this machine. */
    public int number() {
        return System.getProperty("os.arch").equals("aarch64") ? numberOnArm : numberOnX86;
    }
}
