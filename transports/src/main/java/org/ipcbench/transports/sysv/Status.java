package org.ipcbench.transports.sysv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.FailedCallException;

/**
 * The kernel's status of an object, {@code struct msqid_ds}, {@code shmid_ds} or {@code semid_ds}, in the layout of Linux on
 * x86-64 and aarch64.
 */
final class Status {
    static final int QUEUE_CHANGED_AT = 64;
    static final int SEGMENT_CHANGED_AT = 72;

    /** On x86-64 each time has padding behind it, which the struct for other processors lacks. */
    static final int SEMAPHORES_CHANGED_AT = System.getProperty("os.arch").equals("aarch64") ? 56 : 64;

    /** Size of the memory; all structs are smaller. */
    private static final int BYTES = 256;

    private static final int IPC_SET = 1;
    private static final int IPC_STAT = 2;

    private static final int CREATOR_AT = 12;
    private static final int QUEUE_LIMIT_AT = 88;
    private static final int ATTACHED_AT = 88;

    private final ObjectKind kind;
    private final int id;
    private final ByteBuffer struct = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    private final long address = CLibrary.addressOf(struct);

    private Status(ObjectKind kind, int id) {
        this.kind = kind;
        this.id = id;
    }

    /** The object's current status. */
    static Status of(ObjectKind kind, int id) throws FailedCallException {
        Status status = new Status(kind, id);
        status.update();
        return status;
    }

    /** Asks the kernel again. */
    void update() throws FailedCallException {
        control(IPC_STAT);
    }

    /** The user id of the object's maker. */
    int creatorUserId() {
        return struct.getInt(CREATOR_AT);
    }

    /** The time when the object was made or last changed, in seconds since 1970. */
    long changedSeconds() {
        return struct.getLong(kind.changedAt());
    }

    /** Number of attachments of a segment. */
    long attachments() {
        return struct.getLong(ATTACHED_AT);
    }

    /** The number of bytes that a queue holds. */
    long queueLimit() {
        return struct.getLong(QUEUE_LIMIT_AT);
    }

    /** Sets the number of bytes that a queue holds. */
    void setQueueLimit(long bytes) throws FailedCallException {
        struct.putLong(QUEUE_LIMIT_AT, bytes);
        control(IPC_SET);
    }

    private void control(int command) throws FailedCallException {
        CLibrary.check(kind.controlCall(), kind.control(CLibrary.calls(), id, command, address));
    }
}
