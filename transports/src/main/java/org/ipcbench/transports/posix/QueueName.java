package org.ipcbench.transports.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CText;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.OwnerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The name of a queue. The kernel keeps a queue as long as it has a name, or a process has it open. The name is chosen at
 * random and recorded before the queue is made.
 *
 * @param text the name for {@code mq_open}
 * @param record in the scratch directory; null if another process has made the queue, and will unlink it
 */
record QueueName(String text, @Nullable OwnerRecord record) {
    private static final String RECORD_KIND = "posix-mq";
    private static final String PREFIX = "/ipcbench-";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int O_RDONLY = 0;

    /** A new name, for the maker of a queue. */
    static QueueName choose(Path scratchDirectory) throws IOException {
        var unused = CLibrary.calls(); // bound now, so that no time passes between record and queue
        OwnerRecord record = OwnerRecord.choose(scratchDirectory, RECORD_KIND);
        return new QueueName(PREFIX + record.name(), record);
    }

    /** The name of another process's queue. */
    static QueueName of(String text) {
        return new QueueName(text, null);
    }

    /** Removes the queues that killed processes of these records left, and no others. */
    static void removeLeftOvers(Path scratchDirectory) throws IOException {
        for (OwnerRecord record : OwnerRecord.in(scratchDirectory, RECORD_KIND)) {
            QueueName name = new QueueName(PREFIX + record.name(), null);
            record.clear(() -> {
                if (name.isOurs(record)) {
                    name.unlinkQueue();
                }
            });
        }
    }

    /** Removes the queue's name and deletes the record, if this process has made them and has not done so yet. */
    void unlink() throws IOException {
        if (record != null) {
            unlinkQueue();
            record.delete();
        }
    }

    private void unlinkQueue() throws FailedCallException {
        if (CText.pass(text, CLibrary.calls()::mq_unlink) < 0) {
            FailedCallException failure = FailedCallException.last("mq_unlink of " + text);
            if (failure.errno() != Errno.ENOENT) {
                throw failure;
            }
        }
    }

    private boolean isOurs(OwnerRecord ownerRecord) throws IOException {
        int descriptor = CText.pass(text, address -> CLibrary.calls().mq_open(address, O_RDONLY, 0, 0));
        if (descriptor < 0) {
            FailedCallException failure = FailedCallException.last("mq_open of " + text);
            if (failure.errno() != Errno.ENOENT && failure.errno() != Errno.EACCES) {
                throw failure;
            }
            return false; // gone, not made yet, or another user's
        }
        try {
            Path queue = DESCRIPTORS.resolve(Integer.toString(descriptor));
            return ownerRecord.isOf((int) Files.getAttribute(queue, "unix:uid"));
        } finally {
            CLibrary.check("mq_close", CLibrary.calls().mq_close(descriptor));
        }
    }
}
