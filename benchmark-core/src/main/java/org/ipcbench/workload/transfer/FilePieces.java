package org.ipcbench.workload.transfer;

import org.ipcbench.workload.message.MessageLayout;

/**
 * How a file is divided into messages: each has a header and as much of the file as fits after it. The last message has
 * the rest, which is empty for an empty file.
 *
 * @param fileBytes size of the file, in bytes
 * @param messageBytes size of all messages except the last, in bytes
 */
record FilePieces(long fileBytes, int messageBytes) {
    /** A header and the same number of bytes of the file. */
    static final int MIN_MESSAGE_BYTES = 16;

    static final int HEADER_BYTES = Long.BYTES;
    static final MessageLayout HEADER = MessageLayout.sealed(HEADER_BYTES);

    /** A warm-up repeats this much of the file's beginning, or one message if that is larger. */
    private static final long WARM_UP_BYTES = 16 << 20;

    FilePieces {
        if (fileBytes < 0 || messageBytes < MIN_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    "a file of %d bytes cannot be sent in messages of %d bytes".formatted(fileBytes, messageBytes));
        }
    }

    long count() {
        return Math.max(1, (fileBytes + largestContentBytes() - 1) / largestContentBytes());
    }

    /** Number of first pieces that a warm-up repeats; all have the same length. */
    long warmUpCount() {
        return Math.max(1, Math.min(fileBytes, WARM_UP_BYTES) / largestContentBytes());
    }

    /** Offset of a piece in the file, in bytes. */
    long offsetOf(long piece) {
        return piece * largestContentBytes();
    }

    /** Length of a message's part of the file, in bytes. */
    int contentBytesOf(long piece) {
        return (int) Math.min(largestContentBytes(), fileBytes - offsetOf(piece));
    }

    private int largestContentBytes() {
        return messageBytes - HEADER_BYTES;
    }
}
