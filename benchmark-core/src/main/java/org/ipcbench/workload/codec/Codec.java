package org.ipcbench.workload.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A way to write a {@link Document} as bytes. Codecs are found by {@link java.util.ServiceLoader}: a public class with a constructor without
 * arguments that does nothing, on the class path of the suite: a jar that adds transports adds no codecs. Only {@link #orders}
 * and {@link #texts} load the library that it uses.
 */
public interface Codec {
    /** The name that the user types and that files contain, in lower case. */
    String id();

    /** Its place in lists; lower comes first. */
    int order();

    /** An upper bound of the bytes of any order with this number of positions, which the session has room for. */
    int mostBytes(int positions);

    /** An upper bound of the bytes of any text with a body of so many bytes of UTF-8. */
    int mostTextBytes(int bodyBytes);

    /** Arguments that the JVMs need which write and read; all JDKs from 17 on know them. */
    default List<String> jvmArguments() {
        return List.of();
    }

    /** Makes what one half of a workload writes and reads orders with, in one thread. */
    Coder<Order> orders();

    /** Makes what one half of a workload writes and reads texts with, in one thread. */
    Coder<TextDocument> texts();

    /**
     * Writes and reads documents of one kind. A document takes the same number of bytes with any id and state, so that both sides know the
     * length of the next message.
     */
    interface Coder<D extends Document> {
        /**
         * Writes a document from the buffer's position on, and leaves the position behind its last byte.
         *
         * @throws RuntimeException if the buffer has no room for it
         */
        void encode(D document, ByteBuffer into);

        /**
         * Reads every field of the document that the buffer has between its position and its limit, each exactly once.
         *
         * @throws IOException or a {@link RuntimeException} if the bytes are no such document
         */
        void decode(ByteBuffer from, FieldSum into) throws IOException;
    }
}
