package org.ipcbench.transports.libc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jnr.ffi.annotations.IgnoreError;

/**
 * Calls of the C library under their own names; a further call needs only a line here. Each {@link Binding} implements all
 * of them.
 *
 * <p>Memory is passed as an address from {@link CLibrary#addressOf}, never as a buffer; a text is passed by {@link CText},
 * and numbers as primitives. So a call does not allocate. {@code int} in C is {@code int} here; {@code long},
 * {@code size_t}, {@code ssize_t} and pointers are {@code long}. There are no other types.
 *
 * <p>No call may have more than five arguments, except floating point numbers: on x86-64, jnr-ffi 2.3.4 passes a wrong
 * value as the sixth. {@code mmap}, {@code futex} and {@code process_vm_readv} have six, so they need another way:
 * {@code FileChannel.map}, {@code syscall} with the arguments that waiting and waking take, and {@link ProcessMemory}.
 *
 * <p>A result of -1 means failure with a reason in {@code errno}, see {@link CLibrary#check} and
 * {@link FailedCallException#unlessInterrupted}. Each binding saves {@code errno} directly after each call, for the calling
 * thread and before the JVM can change it, except if {@link IgnoreError} declares that it is not needed. Calls that carry
 * messages may save it later ({@link ErrnoByRepeating}).
 */
public interface LibC {
    // memory

    int mlockall(int flags);

    // file descriptors

    int open(long path, int flags);

    int openat(int directory, long path, int flags, int mode);

    int close(int descriptor);

    int dup2(int descriptor, int number);

    /** A command without an argument ignores it. */
    int fcntl(int descriptor, int command, int argument);

    @ErrnoByRepeating
    @KernelCall(onX86 = 0, onArm = 63)
    long read(int descriptor, long address, long lengthBytes);

    @ErrnoByRepeating
    @KernelCall(onX86 = 1, onArm = 64)
    long write(int descriptor, long address, long lengthBytes);

    long pwrite(int descriptor, long address, long lengthBytes, long offset);

    // events

    int eventfd(int initialValue, int flags);

    int epoll_create1(int flags);

    int epoll_ctl(int epoll, int operation, int descriptor, long eventAddress);

    int epoll_wait(int epoll, long eventsAddress, int mostEvents, int timeoutMillis);

    // signals

    @IgnoreError
    int pthread_sigmask(int how, long setAddress, long oldSetAddress);

    int signalfd(int descriptor, long setAddress, int flags);

    // sockets

    int socket(int domain, int type, int protocol);

    int socketpair(int domain, int type, int protocol, long descriptorsAddress);

    int setsockopt(int socket, int level, int option, long address, int lengthBytes);

    int getsockopt(int socket, int level, int option, long address, long lengthAddress);

    int bind(int socket, long address, int lengthBytes);

    long sendmsg(int socket, long msghdrAddress, int flags);

    long recvmsg(int socket, long msghdrAddress, int flags);

    @ErrnoByRepeating
    @KernelCall(onX86 = 44, onArm = 206, furtherArguments = 2)
    long send(int socket, long address, long lengthBytes, int flags);

    @ErrnoByRepeating
    @KernelCall(onX86 = 45, onArm = 207, furtherArguments = 2)
    long recv(int socket, long address, long lengthBytes, int flags);

    // System V message queues and shared memory

    int msgget(int key, int flags);

    int msgctl(int queue, int command, long structAddress);

    @ErrnoByRepeating
    @KernelCall(onX86 = 69, onArm = 189)
    int msgsnd(int queue, long address, long lengthBytes, int flags);

    @ErrnoByRepeating
    @KernelCall(onX86 = 70, onArm = 188)
    long msgrcv(int queue, long address, long lengthBytes, long type, int flags);

    int shmget(int key, long lengthBytes, int flags);

    int shmctl(int segment, int command, long structAddress);

    long shmat(int segment, long wantedAddress, int flags);

    int shmdt(long address);

    // System V semaphores

    int semget(int key, int count, int flags);

    int semctl(int set, int number, int command, long structAddress);

    int semop(int set, long operationsAddress, long operations);

    // POSIX message queues

    int mq_open(long name, int flags, int mode, long attributesAddress);

    int mq_close(int queue);

    int mq_getattr(int queue, long attributesAddress);

    int mq_unlink(long name);

    @ErrnoByRepeating
    @KernelCall(onX86 = 242, onArm = 182, furtherArguments = 1)
    int mq_send(int queue, long address, long lengthBytes, int priority);

    int mq_timedsend(int queue, long address, long lengthBytes, int priority, long timespecAddress);

    @ErrnoByRepeating
    @KernelCall(onX86 = 243, onArm = 183, furtherArguments = 1)
    long mq_receive(int queue, long address, long lengthBytes, long priorityAddress);

    long mq_timedreceive(int queue, long address, long lengthBytes, long priorityAddress, long timespecAddress);

    // mutexes and condition variables, whose calls return the error's number

    @IgnoreError
    int pthread_mutexattr_init(long attributes);

    @IgnoreError
    int pthread_mutexattr_setpshared(long attributes, int shared);

    @IgnoreError
    int pthread_mutexattr_setrobust(long attributes, int robust);

    @IgnoreError
    int pthread_mutex_init(long mutex, long attributes);

    @IgnoreError
    int pthread_mutex_lock(long mutex);

    @IgnoreError
    int pthread_mutex_trylock(long mutex);

    @IgnoreError
    int pthread_mutex_unlock(long mutex);

    @IgnoreError
    int pthread_mutex_consistent(long mutex);

    @IgnoreError
    int pthread_condattr_init(long attributes);

    @IgnoreError
    int pthread_condattr_setpshared(long attributes, int shared);

    @IgnoreError
    int pthread_condattr_setclock(long attributes, int clock);

    @IgnoreError
    int pthread_cond_init(long condition, long attributes);

    @IgnoreError
    int pthread_cond_signal(long condition);

    @IgnoreError
    int pthread_cond_timedwait(long condition, long mutex, long timespecAddress);

    // this process

    int prctl(int option, long second, long third, long fourth, long fifth);

    // time

    int clock_gettime(int clock, long timespecAddress);

    // system calls without a function in the C library

    long syscall(long number, long first, long second, long third, long fourth);

    // errors

    @IgnoreError
    long strerror(int errno);

    /**
     * A call that has no effect if it fails, so that it may be repeated at once to find the reason. If saving {@code errno} in
     * each call costs a binding time, the binding may save it only in the repetition. The repetition may succeed, and the
     * caller then gets its result, or it may fail for another reason: after a socket's reset the next receive finds the end of
     * the stream, and a removed queue is unknown (EINVAL).
     */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface ErrnoByRepeating {}

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
}
