package org.ipcbench.transports.libc;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.resource.AlignedMemory;

/** Another process's memory, read by {@code process_vm_readv(2)}. For one thread at a time. */
public final class ProcessMemory {
    /** The call, for callers that have to ask whether it is permitted. */
    public static final SystemCall CALL = new SystemCall("process_vm_readv", 310, 270);

    /** Option of {@code prctl(2)}: the process that may read this one's memory if only children may be read. */
    private static final int PR_SET_PTRACER = 0x59616d61;

    /** {@code iovec}: an address and a length. */
    private static final int VECTOR_BYTES = 16;

    private final ByteBuffer vectors = AlignedMemory.allocate(2 * VECTOR_BYTES);
    private final long localVector = CLibrary.addressOf(vectors);
    private final long remoteVector = localVector + VECTOR_BYTES;
    private final long process;

    /** The memory of the process with this id. */
    public ProcessMemory(long process) {
        this.process = process;
    }

    /**
     * Lets the parent process and all of its child processes read this process's memory: a server has many clients, and the
     * kernel accepts only one process. A kernel without this restriction refuses the call and does not need it.
     */
    public static void lendToSiblings() throws FailedCallException {
        ProcessHandle self = ProcessHandle.current();
        long family = self.parent().orElse(self).pid();
        if (CLibrary.calls().prctl(PR_SET_PTRACER, family, 0, 0, 0) < 0 && Errno.last() != Errno.EINVAL) {
            throw FailedCallException.last("prctl");
        }
    }

    /**
     * Copies bytes into this process.
     *
     * @param address address of the first byte in the other process
     * @param target address in this process
     */
    public void read(long address, long target, int lengthBytes) throws IOException {
        vectors.putLong(0, target);
        vectors.putLong(8, lengthBytes);
        vectors.putLong(VECTOR_BYTES, address);
        vectors.putLong(VECTOR_BYTES + 8, lengthBytes);
        long count = SixArguments.calls().process_vm_readv(process, localVector, 1, remoteVector, 1, 0);
        if (count != lengthBytes) {
            throw count < 0
                    ? FailedCallException.last("process_vm_readv")
                    : new IOException("process_vm_readv read %d of %d bytes".formatted(count, lengthBytes));
        }
    }
}
