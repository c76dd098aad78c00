package org.ipcbench.transports.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.ipcbench.transport.AlignedMemory;

/** Texts as the content of HTTP, by Netty's codecs without Netty's sockets. */
abstract class NettyTexts extends Texts {
    static final AsciiString JSON = AsciiString.cached("application/json");
    static final AsciiString JSON_LINES = AsciiString.cached("application/x-ndjson");
    static final AsciiString HOST = AsciiString.cached("localhost");
    static final AsciiString PATH = AsciiString.cached("/mcp");
    static final byte NEW_LINE = '\n';

    static final int READ_BYTES = 64 << 10;

    /** More than the head of a message, and what is around a chunk. */
    private static final int HEAD_BYTES = 1024;

    final ByteBuffer text;
    private final ByteBuf wrappedText;
    private final ByteBuffer written;

    NettyTexts(ReadableByteChannel source, WritableByteChannel sink, int textBytes) {
        super(source, sink);
        text = AlignedMemory.allocate(textBytes);
        wrappedText = Unpooled.wrappedBuffer(text.duplicate());
        written = AlignedMemory.allocate(HEAD_BYTES + textBytes);
    }

    @Override
    final ByteBuffer begin() {
        return text.clear();
    }

    /** The bytes of the text, which the encoder has to read before the next text. */
    final ByteBuf content() {
        return wrappedText.setIndex(0, text.position()).retain();
    }

    /** Waits for bytes and gives them to the decoder. */
    final void readMore(EmbeddedChannel decoder) throws IOException {
        ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer(READ_BYTES);
        try {
            ByteBuffer target = bytes.internalNioBuffer(0, READ_BYTES);
            int first = target.position();
            read(target);
            bytes.writerIndex(target.position() - first);
        } catch (IOException e) {
            bytes.release();
            throw e;
        }
        decoder.writeInbound(bytes);
    }

    /** Writes what the encoder has made, at once if it fits. */
    final void writeAll(EmbeddedChannel encoder) throws IOException {
        written.clear();
        for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
            try {
                while (part.isReadable()) {
                    int count = Math.min(part.readableBytes(), written.remaining());
                    part.readBytes(written.limit(written.position() + count));
                    written.limit(written.capacity());
                    if (!written.hasRemaining()) {
                        write(written.flip());
                        written.clear();
                    }
                }
            } finally {
                part.release();
            }
        }
        if (written.position() > 0) {
            write(written.flip());
        }
    }
}
