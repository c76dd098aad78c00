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
 * A System V object of one session, for this user alone. The kernel keeps it until somebody removes it; its key is
 * chosen at random and recorded before the object is made, so that there is none without a record.
 *
 * @param kind what it is
 * @param id by which the kernel knows it; used again for others when it is gone, unlike the key
 * @param record of its key, in the scratch directory
 */
record SysvObject(ObjectKind kind, int id, OwnerRecord record) {
    private static final int IPC_CREAT = 01000;
    private static final int IPC_EXCL = 02000;
    private static final int IPC_RMID = 0;
    private static final int FOR_THIS_USER_ALONE = 0600;

    /** Errors of removing if another process was faster. */
    private static final Set<Errno> GONE = Set.of(Errno.EINVAL, Errno.EIDRM, Errno.ENOENT);

    /** Makes an object; {@code lengthBytes} means nothing to queues. */
    static SysvObject create(ObjectKind kind, Path scratchDirectory, long lengthBytes) throws IOException {
        var unused = CLibrary.calls(); // bound now, because between record and object no time may pass
        SecureRandom keys = new SecureRandom();
        SysvObject made = null;
        while (made == null) {
            int key = keys.nextInt(1, Integer.MAX_VALUE); // 0 stands for no key
            OwnerRecord record = OwnerRecord.write(
                    scratchDirectory, kind.recordKind(), HexFormat.of().toHexDigits(key));
            made = make(kind, key, record, lengthBytes);
        }
        return made;
    }

    /** Makes the one that has been recorded; null if somebody else has the same key. */
    static @Nullable SysvObject make(ObjectKind kind, int key, OwnerRecord record, long lengthBytes)
            throws IOException {
        int id = kind.get(CLibrary.calls(), key, lengthBytes, IPC_CREAT | IPC_EXCL | FOR_THIS_USER_ALONE);
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
    static void removeLeftOvers(ObjectKind kind, Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, kind.recordKind())) {
            int key = HexFormat.fromHexDigits(record.name());
            record.clear(() -> {
                int id = kind.get(CLibrary.calls(), key, 0, 0);
                SysvObject left = new SysvObject(kind, id, record);
                if (id < 0) {
                    requireGone(FailedCallException.last(kind.getCall()));
                } else if (left.isRecorded()) { // else it was not made, and somebody else has the same key
                    left.removeObject();
                }
            });
        }
    }

    /** Removes the object and then its record; does no harm if the object is gone. */
    void remove() throws IOException {
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
