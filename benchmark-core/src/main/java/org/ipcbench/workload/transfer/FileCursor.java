package org.ipcbench.workload.transfer;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Recorder;

/**
 * The next piece of a file, and the number of pieces in the current batch so far. Both halves of a transfer have a
 * cursor and move it in the same way: batches of a warm-up repeat the file's beginning, a batch of a single message
 * ends the warm-up, and the next batch is the whole file.
 */
final class FileCursor {
    private final FilePieces pieces;
    private final long count;
    private final long warmUpCount;
    private final Recorder recorder;
    private final CRC32C checksum = new CRC32C();
    private boolean warm;
    private long sequence;
    /** Number of messages that have passed in the current batch. */
    private long inBatch;

    private long piece;
    private long bytes;

    FileCursor(FilePieces pieces, Recorder recorder) {
        this.pieces = pieces;
        this.recorder = recorder;
        count = pieces.count();
        warmUpCount = pieces.warmUpCount();
    }

    /** Number of the due message; numbers continue from one batch to the next. */
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

    /**
     * Takes note of the due message's content, which lies between the buffer's position and limit; the position does
     * not change.
     */
    void see(ByteBuffer content) {
        int start = content.position();
        bytes += content.remaining();
        checksum.update(content);
        content.position(start);
    }

    /** Notes that the due message has passed. */
    void advance() {
        recorder.countMessage();
        sequence++;
        inBatch++;
        piece++;
        if (piece == warmUpCount && !warm) {
            piece = 0;
        }
    }

    /** Whether the batch that the due message ends can end with it. */
    boolean mayEnd(boolean last) {
        return !warm || last == (inBatch == count - 1);
    }

    /**
     * Notes that the last message of the batch has passed.
     *
     * @return whether this was the warm-up's end
     */
    boolean endBatch() {
        recorder.recordContent(new Checksum(bytes, checksum.getValue()));
        boolean endsWarmUp = !warm && inBatch == 1;
        warm |= endsWarmUp;
        inBatch = 0;
        piece = 0;
        bytes = 0;
        checksum.reset();
        return endsWarmUp;
    }
}
