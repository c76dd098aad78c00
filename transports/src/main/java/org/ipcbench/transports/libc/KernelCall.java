package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A function of the C library that does nothing but make a system call. In a process of several threads such a function, where it may
 * block, first becomes a cancellation point (<a href="https://man7.org/linux/man-pages/man7/pthreads.7.html">pthreads(7)</a>)
 * and then ceases to be one. Nobody cancels the threads of a JVM, so a binding may make the call itself, by {@code syscall(2)}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface KernelCall {
    /** The call's number on x86-64. */
    int onX86();

    /** The call's number on aarch64. */
    int onArm();

    /** How many arguments the call has behind those of the function; they are 0. */
    int furtherArguments() default 0;
}
