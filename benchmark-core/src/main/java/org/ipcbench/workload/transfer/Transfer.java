package org.ipcbench.workload.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.TransferredFile;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * One transfer of a file. Every message consists of a header and a piece of the file; the last message is
 * acknowledged when the whole file has been written. The kernel may write it to the disk later.
 *
 * @param file the file to send
 * @param fileBytes the file's size, which may not change during the transfer, in bytes
 * @param requestBytes size of a message, in bytes
 * @param target the file to write; null drops the content once its checksum is taken
 */
public record Transfer(
        Path file,
        long fileBytes,
        int requestBytes,
        @Nullable Path target) implements Workload {
    private static final int MIN_MESSAGE_BYTES = FilePieces.MIN_MESSAGE_BYTES;

    /** The user names the file again on the machine that measures it. */
    private static final Path UNNAMED_FILE = Path.of("file");

    /**
     * What a record keeps of a transfer.
     *
     * @param fileBytes size of the file, in bytes
     */
    public record Terms(Long fileBytes) implements QuestionTerms.Own {
        public Terms {
            QuestionTerms.requireWithin(fileBytes, 0, QuestionTerms.MAX_COUNT);
        }

        @Override
        public Workload asked(QuestionTerms all) {
            return new Transfer(UNNAMED_FILE, fileBytes, all.requestBytes(), null);
        }
    }

    @Override
    public Extent extent() {
        return new Extent.Count(pieces().count());
    }

    @Override
    public Workload over(Extent other) {
        return this;
    }

    @Override
    public Terms ownTerms() {
        return new Terms(fileBytes);
    }

    @Override
    public Question question() {
        return Question.TRANSFER;
    }

    /** The whole file is read, and the checksum of the whole received content is compared. */
    @Override
    public Payload payload() {
        return Payload.FULL;
    }

    /** No other payload can be chosen for a file. */
    @Override
    public boolean hasUsualPayload() {
        return true;
    }

    @Override
    public long carriedBytes(long requests) {
        return fileBytes;
    }

    @Override
    public Optional<String> tooSmall() {
        return requestBytes < MIN_MESSAGE_BYTES
                ? Optional.of("'%d' is too small; a message of a file needs at least %d bytes"
                        .formatted(requestBytes, MIN_MESSAGE_BYTES))
                : Optional.empty();
    }

    @Override
    public boolean needsEveryMessage() {
        return true;
    }

    @Override
    public Optional<TransferredFile> transferred() {
        return Optional.of(new TransferredFile(file, fileBytes, target));
    }

    @Override
    public Transfer withFiles(@Nullable Path otherFile, @Nullable Path otherTarget) {
        if (otherFile == null) {
            throw new IllegalArgumentException("a transfer lacks its file");
        }
        return new Transfer(otherFile, fileBytes, requestBytes, otherTarget);
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return new TransferClient(channel, file, pieces(), recorder);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return new TransferServer(channel, target, pieces(), recorder);
    }

    private FilePieces pieces() {
        return new FilePieces(fileBytes, requestBytes);
    }

    /** Reads a file piece by piece into the claimed messages; the last one is acknowledged by a message of one byte. */
    private static final class TransferClient implements ClientHalf {
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

    /**
     * Receives and checks the pieces of a file and acknowledges the last one. Writes them to a file directly from the
     * receive buffer, or drops them after taking their checksum. The file is truncated after the warm-up.
     */
    private static final class TransferServer implements ServerHalf {
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
}
