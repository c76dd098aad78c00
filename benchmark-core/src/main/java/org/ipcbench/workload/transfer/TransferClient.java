package org.ipcbench.workload.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.MessageLayout;

/** Reads a file piece by piece into the claimed messages; the last one is acknowledged by a message of one byte. */
final class TransferClient implements ClientHalf {
    private final Channel channel;
    private final Path path;
    private final FilePieces pieces;
    private final FileCursor cursor;
    private final FileChannel file;

    TransferClient(Channel channel, Path path, FilePieces pieces, Recorder recorder) throws IOException {
        this.channel = channel;
        this.path = path;
        this.pieces = pieces;
        cursor = new FileCursor(pieces, recorder);
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            throw new IOException("cannot read '%s': %s".formatted(path, e), e);
        }
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(pieces.messageBytes(), 0);
    }

    /** The file is timed as a whole. */
    @Override
    public boolean takesSamples() {
        return false;
    }

    @Override
    public void sampleEvery(long interval) {
        // there are no samples
    }

    @Override
    public void step() throws IOException {
        send(0);
    }

    @Override
    public void finishBatch() throws IOException {
        send(MessageLayout.LAST);
        Acknowledgement.await(channel, cursor.sequence() - 1);
        cursor.endBatch();
        if (file.size() != pieces.fileBytes()) {
            throw changed(file.size());
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void send(int last) throws IOException {
        ByteBuffer message = channel.claim(FilePieces.HEADER_BYTES + cursor.contentBytes());
        FilePieces.HEADER.write(message, cursor.sequence(), last, 0);
        int start = message.position() + FilePieces.HEADER_BYTES;
        message.position(start);
        fill(message, cursor.offset());
        cursor.see(message.position(start));
        channel.commit();
        cursor.advance();
    }

    private void fill(ByteBuffer message, long offset) throws IOException {
        long at = offset;
        while (message.hasRemaining()) {
            int count = file.read(message, at);
            if (count < 0) {
                throw changed(file.size());
            }
            at += count;
        }
    }

    private IOException changed(long bytes) {
        return new IOException("'%s' had %d bytes, and has %d now: it must not change while it is sent"
                .formatted(path, pieces.fileBytes(), bytes));
    }
}
