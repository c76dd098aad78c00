package org.ipcbench.transports.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/** One side's part of a script; both processes run this code. */
final class ScriptHalf {
    private final Script script;
    private final Role role;
    private final int messageSizeBytes;
    private final boolean detectsClose;
    private final boolean mayLose;
    private final boolean hasCalls;
    private final MessageContent outgoing;
    private final MessageContent incoming;
    private long sent;
    private long received;

    ScriptHalf(Script script, Role role, Transport transport, Session session) {
        this.script = script;
        this.role = role;
        messageSizeBytes = session.maxMessageBytes();
        mayLose = transport.traits().lossy();
        hasCalls = transport.traits().has(Trait.REQUESTS);
        detectsClose = transport.traits().has(Trait.DETECTS_CLOSE);
        outgoing = MessageContent.of(session.token(), role);
        incoming = MessageContent.of(session.token(), role == Role.CLIENT ? Role.SERVER : Role.CLIENT);
    }

    /** Plays the part and closes the channel, twice. Returns how many messages arrived, every byte of them checked. */
    long play(Channel connected) throws IOException {
        if (mayLose != connected instanceof LossyChannel) {
            throw new AssertionError("traits and channel disagree on whether messages may get lost");
        }
        if (role == Role.CLIENT && hasCalls != connected instanceof RequestChannel) {
            throw new AssertionError("traits and channel disagree on whether the library has calls");
        }
        if (script == Script.CALLS && connected instanceof RequestChannel requests) {
            requests.sendRequests();
        }
        if (connected instanceof LossyChannel lossy) {
            try (lossy) {
                return new LossyScriptHalf(lossy, role, outgoing, incoming).play(script.lines(messageSizeBytes));
            } finally {
                lossy.close();
            }
        }
        try (Channel channel = new CheckedChannel(connected)) {
            for (ScriptLine line : script.lines(messageSizeBytes)) {
                for (int i = 0; i < line.count(); i++) {
                    if (line.sender() == role) {
                        send(channel, line.messageSizeBytes());
                    } else {
                        receive(channel, line.messageSizeBytes());
                    }
                }
            }
            if (detectsClose && script.firstToClose() != role) {
                awaitClose(channel);
            }
        }
        connected.close();
        return received;
    }

    private void send(Channel channel, int length) throws IOException {
        ByteBuffer message = channel.claim(length);
        outgoing.write(message, sent);
        moveAround(message, sent);
        channel.commit();
        sent++;
    }

    private void receive(Channel channel, int length) throws IOException {
        ByteBuffer message = channel.receive(length);
        incoming.verify(message, received);
        moveAround(message, received);
        received++;
    }

    /** Leaves position and limit as different users of a buffer would; no channel may depend on them. */
    private static void moveAround(ByteBuffer message, long number) {
        switch ((int) (number % 4)) {
            case 0 -> message.position(message.limit());
            case 1 -> message.limit(message.position());
            case 2 -> message.clear();
            default -> message.mark();
        }
    }

    private static void awaitClose(Channel channel) throws IOException {
        int arrived;
        try {
            arrived = channel.receive(1).remaining();
        } catch (IOException closed) {
            return;
        }
        throw new AssertionError(arrived + " bytes arrived after the other side had closed");
    }
}
