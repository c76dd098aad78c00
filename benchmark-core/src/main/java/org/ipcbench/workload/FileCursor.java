package org.ipcbench.workload;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ipcbench.measure.Checksum;
import org.ipcbench.measure.Recorder;

/**
 * Which piece of a file is due, and what has gone by of it in the current batch. Both halves of a transfer have one and
 * move it alike: batches of a warm-up go round in the file's beginning; the one of a single message ends it, and the next
 * is the file.
 */
final class FileCursor {
    private final FilePieces pieces;
    private final long count;
    private final long warmUpCount;
    private final Recorder recorder;
    private final CRC32C checksum = new CRC32C();
    private boolean warm;
    private long sequence;
    private long piece;
    private long bytes;

    FileCursor(FilePieces pieces, Recorder recorder) {
        this.pieces = pieces;
        this.recorder = recorder;
        count = pieces.count();
        warmUpCount = pieces.warmUpCount();
    }

    /** Number of the due message in its batch. */
    long sequence() {
        return sequence;
    }

    /** Offset of the due piece in the file, in bytes. */
    long offset() {
        return pieces.offsetOf(piece);
    }

    /** Length of the due message's part of the file, in bytes. */
    int contentBytes() {
        return pieces.contentBytesOf(piece);
    }

    /** The content of the due message lies between the buffer's position, which is left as it is, and its limit. */
    void see(ByteBuffer content) {
        int start = content.position();
        bytes += content.remaining();
        checksum.update(content);
        content.position(start);
    }

    /** The due message has gone by. */
    void advance() {
        recorder.countMessage();
        sequence++;
        piece++;
        if (piece == warmUpCount && !warm) {
            piece = 0;
        }
    }

    /** Whether the batch that the due message ends can end with it. */
    boolean mayEnd(boolean last) {
        return !warm || last == (sequence == count - 1);
    }

    /**
     * The last message of the batch has gone by.
     *
     * @return whether this was the warm-up's end
     */
    boolean endBatch() {
        recorder.recordContent(new Checksum(bytes, checksum.getValue()));
        boolean endsWarmUp = !warm && sequence == 1;
        warm |= endsWarmUp;
        sequence = 0;
        piece = 0;
        bytes = 0;
        checksum.reset();
        return endsWarmUp;
    }
}
