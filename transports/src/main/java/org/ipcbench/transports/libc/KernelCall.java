package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A function of the C library that only makes a system call. If the call may block and the process has several threads, the
 * library makes the thread cancellable during the call (<a
 * href="https://man7.org/linux/man-pages/man7/pthreads.7.html">pthreads(7)</a>), which takes time before and after it.
 * Threads of a JVM are never cancelled, so a binding may make the call directly, by {@code syscall(2)}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface KernelCall {
    /** The call's number on x86-64. */
    int onX86();

    /** The call's number on aarch64. */
    int onArm();

    /** Number of additional arguments of the system call, which are 0. */
    int furtherArguments() default 0;
}
