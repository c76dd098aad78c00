package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that has no effect if it fails, so that it may be repeated at once to find the reason. If saving {@code errno} in
 * each call costs a binding time, the binding may save it only in the repetition. The repetition may succeed, and the
 * caller then gets its result, or it may fail for another reason: after a socket's reset the next receive finds the end of
 * the stream, and a removed queue is unknown (EINVAL).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ErrnoByRepeating {}
