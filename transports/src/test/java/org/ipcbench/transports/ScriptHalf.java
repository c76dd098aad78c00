package org.ipcbench.transports;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/** One side's part of a script; both processes run this code. */
final class ScriptHalf {
    private final Script script;
    private final Role role;
    private final int sizeBytes;
    private final boolean detectsClose;
    private final boolean mayLose;
    private final Content outgoing;
    private final Content incoming;
    private long sent;
    private long received;

    ScriptHalf(Script script, Role role, Transport transport, Session session) {
        this.script = script;
        this.role = role;
        sizeBytes = session.messageSizeBytes();
        mayLose = transport.traits().lossy();
        detectsClose = transport.traits().has(Trait.DETECTS_CLOSE);
        outgoing = Content.of(session.token(), role);
        incoming = Content.of(session.token(), role == Role.CLIENT ? Role.SERVER : Role.CLIENT);
    }

    /** Plays the part and closes the channel, twice. Returns how many messages arrived, every byte of them checked. */
    long play(Channel connected) throws IOException {
        if (mayLose != connected instanceof LossyChannel) {
            throw new AssertionError("traits and channel disagree on whether messages may get lost");
        }
        if (connected instanceof LossyChannel lossy) {
            try (lossy) {
                return new LossyScriptHalf(lossy, role, outgoing, incoming).play(script.turns(sizeBytes));
            } finally {
                lossy.close();
            }
        }
        try (Channel channel = new CheckedChannel(connected)) {
            for (Turn turn : script.turns(sizeBytes)) {
                for (int i = 0; i < turn.count(); i++) {
                    if (turn.sender() == role) {
                        send(channel, turn.sizeBytes());
                    } else {
                        receive(channel, turn.sizeBytes());
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
