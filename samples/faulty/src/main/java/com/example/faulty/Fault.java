package com.example.faulty;

import java.io.IOException;
import java.util.Arrays;

/** What happens to the chosen message instead of being sent. */
enum Fault {
    /** One of its bits is another. */
    FLIP {
        @Override
        void apply(FaultyChannel channel, byte[] message) throws IOException {
            int bit = (int) Math.floorMod(Choice.bit(), (long) message.length * Byte.SIZE);
            message[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            channel.send(message);
        }
    },
    /** It never arrives. */
    DROP {
        @Override
        void apply(FaultyChannel channel, byte[] message) {
            // nothing is sent
        }
    },
    /** It arrives twice. */
    DOUBLE {
        @Override
        void apply(FaultyChannel channel, byte[] message) throws IOException {
            channel.send(message);
            channel.send(message);
        }
    },
    /** It arrives behind the next one. */
    SWAP {
        @Override
        void apply(FaultyChannel channel, byte[] message) {
            channel.sendBehindTheNext(message);
        }
    },
    /** Its second half is missing. */
    TRUNCATE {
        @Override
        void apply(FaultyChannel channel, byte[] message) throws IOException {
            channel.send(Arrays.copyOf(message, message.length / 2));
        }
    },
    /** The sender never goes on. */
    STALL {
        @Override
        void apply(FaultyChannel channel, byte[] message) throws IOException {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    };

    /** @param message a copy of what the sender has written */
    abstract void apply(FaultyChannel channel, byte[] message) throws IOException;
}
