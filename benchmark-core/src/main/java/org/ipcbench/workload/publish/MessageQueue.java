package org.ipcbench.workload.publish;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.ipcbench.transport.FanOut.WhenFull;

/** What waits in the publisher for one subscriber: messages of one size, copied in and out. */
final class MessageQueue {
    private final WhenFull whenFull;
    private final int messageBytes;
    private final ByteBuffer memory;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int first;
    private int number;
    private boolean closed;

    MessageQueue(WhenFull whenFull, int messageBytes) {
        this.whenFull = whenFull;
        this.messageBytes = messageBytes;
        memory = ByteBuffer.allocateDirect(Math.multiplyExact(whenFull.depth(), messageBytes));
    }

    /** Adds a message, or does what the policy says if there is no room. */
    void add(ByteBuffer message) throws IOException {
        lock.lock();
        try {
            if (number == whenFull.depth()) {
                switch (whenFull.policy()) {
                    case BLOCK -> awaitRoom();
                    case DROP_OLDEST -> dropFirst();
                    case DROP_NEWEST -> {
                        return;
                    }
                }
            }
            put(message);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a message when there is room, which is never dropped if it is the last one. */
    void addLast(ByteBuffer message) throws IOException {
        lock.lock();
        try {
            awaitRoom();
            put(message);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a message, which is not taken yet. @return whether there is one; none comes after the queue is closed */
    boolean awaitMessage() throws InterruptedException {
        lock.lock();
        try {
            while (number == 0 && !closed) {
                changed.await();
            }
            return number > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the oldest message. */
    void takeInto(ByteBuffer target) {
        lock.lock();
        try {
            target.put(target.position(), memory, first * messageBytes, messageBytes);
            dropFirst();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom() throws IOException {
        try {
            while (number == whenFull.depth()) {
                if (closed) {
                    throw new IOException("nobody empties a subscriber's queue any more");
                }
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException)
                    new InterruptedIOException("interrupted while a subscriber's queue is full").initCause(e);
        }
    }

    private void put(ByteBuffer message) {
        memory.put((first + number) % whenFull.depth() * messageBytes, message, message.position(), messageBytes);
        number++;
        changed.signalAll();
    }

    private void dropFirst() {
        first = (first + 1) % whenFull.depth();
        number--;
    }
}
