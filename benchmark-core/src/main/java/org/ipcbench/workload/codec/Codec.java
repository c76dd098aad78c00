package org.ipcbench.workload.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A way to write an {@link Order} as bytes. Codecs are found by {@link java.util.ServiceLoader}: a public class with a constructor without
 * arguments that does nothing, on the class path of the suite: a jar that adds transports adds no codecs. Only {@link #coder} loads the
 * library that it uses.
 */
public interface Codec {
    /** The name that the user types and that files contain, in lower case. */
    String id();

    /** Its place in lists; lower comes first. */
    int order();

    /** An upper bound of the bytes of any order with this number of positions, which the session has room for. */
    int mostBytes(int positions);

    /** Arguments that the JVMs need which write and read; all JDKs from 17 on know them. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /** Makes what one half of a workload writes and reads with, in one thread. */
    Coder coder();

    /**
     * Writes and reads orders. An order takes the same number of bytes with any id and state, so that both sides know the length of the
     * next message.
     */
    interface Coder {
        /**
         * Writes an order from the buffer's position on, and leaves the position behind its last byte.
         *
         * @throws RuntimeException if the buffer has no room for it
         */
        void encode(Order order, ByteBuffer into);

        /**
         * Reads every field of the order that the buffer has between its position and its limit, each exactly once.
         *
         * @throws IOException or a {@link RuntimeException} if the bytes are not an order
         */
        void decode(ByteBuffer from, OrderSum into) throws IOException;
    }
}
