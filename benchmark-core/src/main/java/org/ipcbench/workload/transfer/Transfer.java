package org.ipcbench.workload.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.TransferredFile;
import org.ipcbench.workload.Workload;
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
}
