package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that had no effect if it failed, so that it may be repeated at once to learn why. A binding for which saving
 * {@code errno} costs time in each call may then save it in the repetition only. The repetition may succeed, and its result is
 * then the caller's, or fail in another way: after a socket's reset the next receive finds the end of the stream, and a removed
 * queue is unknown (EINVAL).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ErrnoByRepeating {}
