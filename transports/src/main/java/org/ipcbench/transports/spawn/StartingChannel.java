package org.ipcbench.transports.spawn;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;

/** Starts the program when an answer is asked for, since the program is told the sizes of both. */
abstract class StartingChannel implements RequestChannel {
    private static final int KILLED_BY = 0x7f;

    private final PreparedProgram program;
    private final ByteBuffer request;
    /** With room for a byte more than any answer has. */
    private final ByteBuffer answer;

    private int requestBytes;
    private int lastRequestBytes = -1;
    private int lastAnswerBytes = -1;
    private boolean asks;

    StartingChannel(Session session, PreparedProgram program) {
        this.program = program;
        request = AlignedMemory.allocate(session.maxMessageBytes());
        answer = AlignedMemory.allocate(session.maxMessageBytes() + 1);
    }

    /** The request lies at the beginning of its memory, and so does the answer. */
    abstract int exchange(ByteBuffer asked, int askedBytes, ByteBuffer answered, int capacityBytes) throws IOException;

    /** Called before the first call, and when the sizes change. */
    abstract void sizes(int ofRequest, int ofAnswer);

    /** Waits for the end of the program, and returns its status as {@code wait(2)} tells it. */
    abstract int await() throws IOException;

    /** Ends what runs, and gives back what the channel has; calls come to an end with the session only. */
    abstract void end() throws IOException;

    @Override
    public final void close() {
        // there is no connection, and the next one uses the same channel
    }

    @Override
    public final void sendRequests() {
        // every message of this channel is a request
    }

    @Override
    public final ByteBuffer claim(int length) throws IOException {
        requestBytes = length;
        return request.clear().limit(length);
    }

    @Override
    public final void commit() throws IOException {
        asks = true;
    }

    @Override
    public final ByteBuffer receive(int length) throws IOException {
        if (!asks) {
            throw new IOException("nothing was asked of a program yet");
        }
        asks = false;
        if (requestBytes != lastRequestBytes || length != lastAnswerBytes) {
            sizes(requestBytes, length);
            lastRequestBytes = requestBytes;
            lastAnswerBytes = length;
        }
        int got = exchange(request, requestBytes, answer, length + 1);
        int status = await();
        if (status != 0) {
            throw program.failure(
                    (status & KILLED_BY) == 0
                            ? "ended with exit code " + (status >> Byte.SIZE)
                            : "was ended by signal " + (status & KILLED_BY));
        }
        if (got != length) {
            throw program.failure(
                    got > length
                            ? "answered more than %d bytes".formatted(length)
                            : "answered %d of %d bytes".formatted(got, length));
        }
        return answer.clear().limit(length);
    }
}
