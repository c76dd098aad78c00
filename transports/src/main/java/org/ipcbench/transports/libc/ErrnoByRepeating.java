package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that, where it has failed, may be made a second time at once, to learn why: the failure had no effect and does not go
 * away by being told. Should the second one succeed, its result is what the caller gets. A binding that has to pay for
 * {@code errno} with each call may save it in the second one only.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ErrnoByRepeating {}
