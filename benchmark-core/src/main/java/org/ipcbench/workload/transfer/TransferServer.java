package org.ipcbench.workload.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.jspecify.annotations.Nullable;

/**
 * Receives and checks the pieces of a file and acknowledges the last one. Writes them to a file directly from the
 * receive buffer, or drops them after taking their checksum. The file is truncated after the warm-up.
 */
final class TransferServer implements ServerHalf {
    private final Channel channel;
    private final FilePieces pieces;
    private final FileCursor cursor;
    private final @Nullable Path path;
    private final @Nullable FileChannel file;

    /**
     * Creates a server that has received nothing yet.
     *
     * @param path an existing file; null drops the received content
     */
    TransferServer(Channel channel, @Nullable Path path, FilePieces pieces, Recorder recorder) throws IOException {
        this.channel = channel;
        this.path = path;
        this.pieces = pieces;
        cursor = new FileCursor(pieces, recorder);
        try {
            file = path == null ? null : FileChannel.open(path, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException("cannot write '%s': %s".formatted(path, e), e);
        }
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(pieces.messageBytes(), 0);
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = channel.receive(FilePieces.HEADER_BYTES + cursor.contentBytes());
        boolean last = check(message);
        if (!cursor.mayEnd(last)) {
            throw new CorruptMessageException(
                    "message %d of the file is corrupt: it disagrees on whether it is the last one"
                            .formatted(cursor.sequence()));
        }
        message.position(message.position() + FilePieces.HEADER_BYTES);
        cursor.see(message);
        if (file != null) {
            store(message, file);
        }
        cursor.advance();
        if (last) {
            acknowledge();
        }
        return last;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private boolean check(ByteBuffer message) throws IOException {
        try {
            return FilePieces.HEADER.check(message, cursor.sequence());
        } catch (MisplacedMessageException e) {
            throw e.isLast() ? e : e.lookingAhead(channel, message.remaining(), FilePieces.HEADER);
        }
    }

    private void store(ByteBuffer content, FileChannel target) throws IOException {
        long at = cursor.offset();
        try {
            while (content.hasRemaining()) {
                at += target.write(content, at);
            }
        } catch (IOException e) {
            throw new IOException("cannot write byte %d of '%s'".formatted(at, path), e);
        }
    }

    private void acknowledge() throws IOException {
        Acknowledgement.send(channel, cursor.sequence() - 1);
        if (cursor.endBatch() && file != null) {
            file.truncate(0);
        }
    }
}
