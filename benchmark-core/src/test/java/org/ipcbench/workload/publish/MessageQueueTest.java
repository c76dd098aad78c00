package org.ipcbench.workload.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MessageQueueTest {
    private static final int BYTES = 8;

    @Test
    void oldestMakeRoom() throws Exception {
        assertThat(left(Policy.DROP_OLDEST)).containsExactly(2L, 3L, 4L);
    }

    @Test
    void newestAreLost() throws Exception {
        assertThat(left(Policy.DROP_NEWEST)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void publisherWaitsForRoom() throws Exception {
        MessageQueue queue = new MessageQueue(new WhenFull(Policy.BLOCK, 1), BYTES);
        Thread publisher = new Thread(() -> {
            for (long i = 0; i < 3; i++) {
                add(queue, i);
            }
        });
        publisher.start();
        while (publisher.getState() != Thread.State.WAITING) { // for room
            Thread.onSpinWait();
        }

        assertThat(List.of(next(queue), next(queue), next(queue))).containsExactly(0L, 1L, 2L);
        publisher.join();
    }

    @Test
    void closedQueueIsEmptiedFirst() throws Exception {
        MessageQueue queue = new MessageQueue(new WhenFull(Policy.DROP_NEWEST, 2), BYTES);
        add(queue, 7);
        queue.close();

        assertThat(queue.awaitMessage()).isTrue();
        assertThat(next(queue)).isEqualTo(7);
        assertThat(queue.awaitMessage()).isFalse();
    }

    /** Five messages into a queue of three. */
    private static List<Long> left(Policy policy) throws InterruptedException {
        MessageQueue queue = new MessageQueue(new WhenFull(policy, 3), BYTES);
        for (long i = 0; i < 5; i++) {
            add(queue, i);
        }
        queue.close();
        List<Long> left = new ArrayList<>();
        while (queue.awaitMessage()) {
            left.add(next(queue));
        }
        return left;
    }

    private static void add(MessageQueue queue, long content) {
        try {
            queue.add(ByteBuffer.allocate(BYTES).putLong(0, content));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long next(MessageQueue queue) throws InterruptedException {
        queue.awaitMessage();
        ByteBuffer message = ByteBuffer.allocate(BYTES);
        queue.takeInto(message);
        return message.getLong(0);
    }
}
