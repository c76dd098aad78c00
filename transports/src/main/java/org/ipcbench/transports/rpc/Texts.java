package org.ipcbench.transports.rpc;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.ipcbench.transport.AlignedMemory;

/**
 * JSON texts over both directions of a stream of bytes, told apart in one of the ways of tool servers. A text is sent by one write.
 */
abstract class Texts implements Closeable {
    private final ReadableByteChannel source;
    private final WritableByteChannel sink;

    /** What a text is to its receiver. */
    enum Kind {
        CALL,
        ANSWER,
        /** Has no answer. */
        NOTIFICATION
    }

    Texts(ReadableByteChannel source, WritableByteChannel sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Begins, where the framing demands it, what carries the other side's notifications. */
    void open() throws IOException {
        // most carry them anyway
    }

    /** Where the bytes of the next text go; {@link #send} sends what is before its position. */
    abstract ByteBuffer begin();

    abstract void send(Kind kind) throws IOException;

    /** Waits for the next text; its bytes are valid until the next call. */
    abstract ByteBuffer next() throws IOException;

    /** Says, where the framing demands it, that a notification has arrived. */
    void accept() throws IOException {
        // most have no answer to a notification
    }

    final void write(ByteBuffer bytes) throws IOException {
        do {
            sink.write(bytes);
        } while (bytes.hasRemaining());
    }

    /** Reads what is there, but at least one byte. */
    final void read(ByteBuffer into) throws IOException {
        if (source.read(into) < 0) {
            throw new EOFException("the other side has closed the connection");
        }
    }

    static IOException tooLong(int bytes) {
        return new IOException("a message of the other side has more than %d bytes".formatted(bytes));
    }

    @Override
    public void close() throws IOException {
        try (source) {
            sink.close();
        }
    }

    /** Texts between bytes of their framing's own, in buffers that are read and written in place. */
    private abstract static class Delimited extends Texts {
        private static final byte NEW_LINE = '\n';
        private static final long NEW_LINES = 0x0A0A0A0A0A0A0A0AL;
        private static final long LOWEST_BITS = 0x0101010101010101L;
        private static final long HIGHEST_BITS = 0x8080808080808080L;

        private static final int READ_AHEAD_BYTES = 64 << 10;

        final ByteBuffer outgoing;
        final ByteBuffer incoming;
        /** Start of the bytes in {@link #incoming} that have arrived and are not part of a text that was handed out. */
        private int start;

        private int end;

        Delimited(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink);
            outgoing = AlignedMemory.allocate(textBytes);
            incoming = AlignedMemory.allocate(textBytes + READ_AHEAD_BYTES);
        }

        /** The next line, without its end. */
        final ByteBuffer line() throws IOException {
            int looked = 0;
            int found = newLine(start, end);
            while (found < 0) {
                looked = end - start;
                more();
                found = newLine(start + looked, end);
            }
            return taken(found - start, 1);
        }

        /** The next bytes, of this number. */
        final ByteBuffer bytes(int count) throws IOException {
            if (count > incoming.capacity()) {
                throw tooLong(incoming.capacity());
            }
            while (end - start < count) {
                more();
            }
            return taken(count, 0);
        }

        private ByteBuffer taken(int count, int skipped) {
            int first = start;
            start += count + skipped;
            return incoming.limit(first + count).position(first);
        }

        private void more() throws IOException {
            if (start == end) {
                start = 0;
                end = 0;
            } else if (end == incoming.capacity()) {
                if (start == 0) {
                    throw tooLong(end);
                }
                incoming.limit(end).position(start);
                incoming.compact();
                end -= start;
                start = 0;
            }
            read(incoming.clear().position(end));
            end = incoming.position();
        }

        /** Index of the first new line, or -1; looks at eight bytes at once. */
        private int newLine(int from, int to) {
            incoming.clear();
            int at = from;
            while (at + Long.BYTES <= to) {
                long different = incoming.getLong(at) ^ NEW_LINES;
                if (((different - LOWEST_BITS) & ~different & HIGHEST_BITS) != 0) {
                    break;
                }
                at += Long.BYTES;
            }
            while (at < to) {
                if (incoming.get(at) == NEW_LINE) {
                    return at;
                }
                at++;
            }
            return -1;
        }
    }

    /** A line each, as the Model Context Protocol has it over standard streams. */
    static final class Lines extends Delimited {
        Lines(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink, textBytes);
        }

        @Override
        ByteBuffer begin() {
            return outgoing.clear();
        }

        @Override
        void send(Kind kind) throws IOException {
            write(outgoing.put(Delimited.NEW_LINE).flip());
        }

        @Override
        ByteBuffer next() throws IOException {
            return line();
        }
    }

    /** A header before each that tells its length, as language servers have it. */
    static final class Headers extends Delimited {
        private static final byte[] NAME = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        /** Before the text: a header with the longest number. */
        private static final int ROOM = NAME.length + 10 + END.length;

        private static final int NONE = -1;

        Headers(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
            super(source, sink, ROOM + textBytes);
        }

        @Override
        ByteBuffer begin() {
            return outgoing.clear().position(ROOM);
        }

        @Override
        void send(Kind kind) throws IOException {
            int end = outgoing.position();
            int at = ROOM - END.length;
            outgoing.put(at, END);
            for (int rest = end - ROOM; rest > 0; rest /= 10) {
                at--;
                outgoing.put(at, (byte) ('0' + rest % 10));
            }
            at -= NAME.length;
            outgoing.put(at, NAME);
            write(outgoing.limit(end).position(at));
        }

        @Override
        ByteBuffer next() throws IOException {
            int length = NONE;
            ByteBuffer header = line();
            while (header.remaining() > 1) { // the last one is empty, but for a carriage return
                length = Math.max(length, length(header));
                header = line();
            }
            if (length == NONE) {
                throw new IOException("a message of the other side has no Content-Length");
            }
            return bytes(length);
        }

        /** The length that a header tells; {@link #NONE} if it tells something else. */
        private static int length(ByteBuffer header) throws IOException {
            for (byte expected : NAME) {
                if (expected != ' ' && (!header.hasRemaining() || lower(header.get()) != lower(expected))) {
                    return NONE;
                }
            }
            int length = 0;
            while (header.hasRemaining()) {
                byte digit = header.get();
                if (digit >= '0' && digit <= '9' && length < Integer.MAX_VALUE / 10) {
                    length = 10 * length + digit - '0';
                } else if (digit != ' ' && digit != '\r') {
                    throw new IOException("the other side's Content-Length is not a number of bytes");
                }
            }
            return length;
        }

        private static int lower(byte letter) {
            return letter | 0x20;
        }
    }
}
