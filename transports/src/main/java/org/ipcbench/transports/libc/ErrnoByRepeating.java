package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that, where it has failed, may be made a second time at once to learn why, since the failure had no effect. The second one
 * may tell it in other words: where a socket has told that it was reset, its next receive finds the end, and a queue that was
 * removed is no longer known. Should it succeed, its result is what the caller gets. A binding that has to pay for
 * {@code errno} with each call may save it in the second one only.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ErrnoByRepeating {}
