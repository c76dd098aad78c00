package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.OwnerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A System V object of one session, accessible only to this user. The kernel keeps the object until it is removed. Its key
 * is chosen at random and recorded before the object is made, so that no object is without a record.
 *
 * @param kind the kind of object
 * @param id the kernel's id of the object; unlike the key, the kernel uses it again for other objects later
 * @param record the record of its key, in the scratch directory
 */
public record SysvObject(ObjectKind kind, int id, OwnerRecord record) {
    private static final int IPC_CREAT = 01000;
    private static final int IPC_EXCL = 02000;
    private static final int IPC_RMID = 0;
    private static final int FOR_THIS_USER_ALONE = 0600;

    /** Errors of removing if another process was faster. */
    private static final Set<Errno> GONE = Set.of(Errno.EINVAL, Errno.EIDRM, Errno.ENOENT);

    /**
     * Makes an object.
     *
     * @param size of a segment, in bytes, or number of semaphores; not used for queues
     */
    public static SysvObject create(ObjectKind kind, Path scratchDirectory, long size) throws IOException {
        var unused = CLibrary.calls(); // bound now, so that no time passes between record and object
        SecureRandom keys = new SecureRandom();
        SysvObject made = null;
        while (made == null) {
            int key = keys.nextInt(1, Integer.MAX_VALUE); // 0 means no key
            OwnerRecord record = OwnerRecord.write(
                    scratchDirectory, kind.recordKind(), HexFormat.of().toHexDigits(key));
            made = make(kind, key, record, size);
        }
        return made;
    }

    /** Makes the recorded object; null if another object has the same key. */
    static @Nullable SysvObject make(ObjectKind kind, int key, OwnerRecord record, long size) throws IOException {
        int id = kind.get(CLibrary.calls(), key, size, IPC_CREAT | IPC_EXCL | FOR_THIS_USER_ALONE);
        if (id < 0) {
            FailedCallException failure = FailedCallException.last(kind.getCall());
            record.delete();
            if (failure.errno() != Errno.EEXIST) {
                throw failure;
            }
            return null;
        }
        SysvObject made = new SysvObject(kind, id, record);
        if (!record.exists()) {
            made.remove();
            throw record.gone(kind.getCall());
        }
        return made;
    }

    /** Removes the objects that killed processes of these records left, and no others. */
    public static void removeLeftOvers(ObjectKind kind, Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, kind.recordKind())) {
            int key = HexFormat.fromHexDigits(record.name());
            record.clear(() -> {
                int id = kind.get(CLibrary.calls(), key, 0, 0);
                SysvObject left = new SysvObject(kind, id, record);
                if (id < 0) {
                    requireGone(FailedCallException.last(kind.getCall()));
                } else if (left.isRecorded()) { // otherwise it was not made, and another object has the same key
                    left.removeObject();
                }
            });
        }
    }

    /** Removes the object and then its record; does no harm if the object is gone. */
    public void remove() throws IOException {
        removeObject();
        record.delete();
    }

    private void removeObject() throws FailedCallException {
        if (kind.control(CLibrary.calls(), id, IPC_RMID, 0) < 0) {
            requireGone(FailedCallException.last(kind.controlCall()));
        }
    }

    private boolean isRecorded() throws IOException {
        try {
            Status status = Status.of(kind, id);
            return record.isAboutAsOldAs(status.changedSeconds(), status.creatorUserId());
        } catch (FailedCallException e) {
            if (e.errno() != Errno.EACCES) {
                requireGone(e);
            }
            return false; // another user's, or removed by another process just now
        }
    }

    private static void requireGone(FailedCallException failure) throws FailedCallException {
        if (!GONE.contains(failure.errno())) {
            throw failure;
        }
    }
}
