package org.ipcbench.transports.contract;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.Role;
import org.jspecify.annotations.Nullable;

/**
 * One side's part of a script of requests and replies over a channel that may lose them: the client asks again when no
 * reply comes in time, the server answers again what it has answered. Every byte and every buffer is checked.
 */
final class LossyScriptHalf {
    private static final long REPLY_NANOS = Duration.ofMillis(300).toNanos();
    private static final int MAX_ATTEMPTS = 20;

    private final LossyChannel channel;
    private final CheckedChannel checked;
    private final Role role;
    private final MessageContent outgoing;
    private final MessageContent incoming;

    LossyScriptHalf(LossyChannel channel, Role role, MessageContent outgoing, MessageContent incoming) {
        this.channel = channel;
        this.checked = new CheckedChannel(channel);
        this.role = role;
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    /** Plays the part; returns how many different messages arrived. */
    long play(List<ScriptLine> lines) throws IOException {
        for (int i = 0; i < lines.size(); i += 2) {
            int length = lines.get(i).messageSizeBytes();
            int number = i / 2;
            switch (role) {
                case CLIENT -> ask(number, length);
                case SERVER ->
                    answer(number, length, number == 0 ? 0 : lines.get(i - 1).messageSizeBytes());
                case AUXILIARY -> throw new IllegalStateException("it plays no part");
            }
        }
        if (role == Role.SERVER) {
            lingerFor(lines.size() / 2 - 1, lines.get(lines.size() - 1).messageSizeBytes());
        }
        return lines.size() / 2;
    }

    private void ask(int number, int length) throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            send(number, length);
            ByteBuffer reply = receiveWithin(REPLY_NANOS);
            while (reply != null && isRepetition(reply, number, length)) {
                reply = receiveWithin(REPLY_NANOS);
            }
            if (reply != null) {
                verify(reply, number, length);
                return;
            }
        }
        throw new AssertionError("request %d was not answered".formatted(number));
    }

    private void answer(int number, int length, int lengthBefore) throws IOException {
        ByteBuffer request = receiveSometime();
        while (isRepetition(request, number, length)) {
            send(number - 1, lengthBefore);
            request = receiveSometime();
        }
        verify(request, number, length);
        send(number, length);
    }

    /** The last reply may have got lost. */
    private void lingerFor(int number, int length) throws IOException {
        try {
            while (receiveWithin(2 * REPLY_NANOS) != null) {
                send(number, length);
            }
        } catch (EOFException e) {
            // the client has closed, so it has got all it wanted
        }
    }

    private void send(int number, int length) throws IOException {
        outgoing.write(checked.claim(length), number);
        checked.commit();
    }

    private ByteBuffer receiveSometime() throws IOException {
        ByteBuffer message = receiveWithin(MAX_ATTEMPTS * REPLY_NANOS);
        if (message == null) {
            throw new AssertionError("nothing came");
        }
        return message;
    }

    private @Nullable ByteBuffer receiveWithin(long nanos) throws IOException {
        ByteBuffer message = channel.receiveWithin(nanos);
        return message == null ? null : checked.checkReceived(message, message.remaining());
    }

    /** Whether this is the message before, said again. */
    private boolean isRepetition(ByteBuffer message, int number, int length) {
        if (number == 0 || isFrom(message, number, length)) {
            return false;
        }
        incoming.verify(message, number - 1);
        return true;
    }

    private boolean isFrom(ByteBuffer message, int number, int length) {
        ByteBuffer expected = ByteBuffer.allocate(length).order(message.order());
        incoming.write(expected, number);
        return expected.equals(message);
    }

    private void verify(ByteBuffer message, int number, int length) {
        if (message.remaining() != length) {
            throw new AssertionError("%d bytes arrived where %d were sent".formatted(message.remaining(), length));
        }
        incoming.verify(message, number);
    }
}
