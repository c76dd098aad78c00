package org.ipcbench.workload.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Room;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** The client's channel: it checks the first answer to each message itself, and returns the second one. */
final class JoinedAnswers implements Channel {
    private final Channel channel;
    private final MessageLayout answers;
    private long sequence;

    JoinedAnswers(Channel channel, int answerBytes, Payload payload) {
        this.channel = channel;
        answers = MessageLayout.ofSize(answerBytes, payload);
    }

    @Override
    public Room room(int messageBytes) throws IOException {
        return channel.room(messageBytes);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return channel.claim(length);
    }

    @Override
    public void commit() throws IOException {
        channel.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (answers.check(channel.receive(length), sequence)) {
            throw new CorruptMessageException(
                    "the first answer to message %d is corrupt: it is marked as the last one".formatted(sequence));
        }
        sequence++;
        return channel.receive(length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
