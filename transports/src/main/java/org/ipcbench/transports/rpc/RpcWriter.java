package org.ipcbench.transports.rpc;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes messages of JSON-RPC 2.0, a text each: by Gson, in base64 what is binary. */
final class RpcWriter {
    /** A power of two: messages of a codec have fewer lengths, which are near to one another. */
    private static final int LENGTHS = 64;

    private final Characters characters;
    private final JsonWriter json;
    private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    private final byte[][] plains = new byte[LENGTHS][0];
    private byte[] base64 = {};

    /** @param textBytes length of the longest text */
    RpcWriter(int textBytes) {
        characters = new Characters(textBytes);
        json = new JsonWriter(characters);
        json.setStrictness(Strictness.LENIENT); // one text after the other
    }

    /** What stands in the message besides the protocol's name. */
    @FunctionalInterface
    interface Members {
        void write(JsonWriter json) throws IOException;
    }

    /** A call of the tool that echoes its argument. */
    void call(long id, ByteBuffer message, int length, ByteBuffer into) throws IOException {
        json.beginObject().name("jsonrpc").value("2.0").name("id").value(id);
        json.name("method").value(RpcReader.CALL).name("params").beginObject();
        json.name("name").value(RpcReader.TOOL).name("arguments").beginObject();
        json.name(RpcReader.ARGUMENT).value(text(message, length));
        json.endObject().endObject().endObject();
        end(into);
    }

    /** The tool's result, with the id of the call that the reader has read last. */
    void result(RpcReader call, ByteBuffer message, int length, ByteBuffer into) throws IOException {
        json.beginObject().name("jsonrpc").value("2.0");
        call.writeId(json);
        json.name("result").beginObject().name("content").beginArray();
        json.beginObject().name("type").value("text").name("text").value(text(message, length));
        json.endObject().endArray().endObject().endObject();
        end(into);
    }

    void notification(ByteBuffer message, int length, ByteBuffer into) throws IOException {
        json.beginObject().name("jsonrpc").value("2.0").name("method").value(RpcReader.NOTIFICATION);
        json.name("params").beginObject().name("level").value("info");
        json.name("data").value(text(message, length));
        json.endObject().endObject();
        end(into);
    }

    /** Another message. */
    void message(Members members, ByteBuffer into) throws IOException {
        json.beginObject().name("jsonrpc").value("2.0");
        members.write(json);
        json.endObject();
        end(into);
    }

    private String text(ByteBuffer message, int length) {
        byte[] plain = plains[length & (LENGTHS - 1)];
        if (plain.length != length) { // the JDK encodes whole arrays only
            plain = new byte[length];
            plains[length & (LENGTHS - 1)] = plain;
        }
        if (base64.length < RpcReader.base64Bytes(length)) {
            base64 = new byte[RpcReader.base64Bytes(length)];
        }
        message.clear().get(0, plain); // wherever its writer has left position and limit
        int count = Base64.getEncoder().encode(plain, base64);
        return new String(base64, 0, count, StandardCharsets.ISO_8859_1);
    }

    private void end(ByteBuffer into) throws IOException {
        json.flush();
        CoderResult encoded = utf8.reset().encode(characters.written.flip(), into, true);
        characters.written.clear();
        if (encoded.isError() || encoded.isOverflow()) {
            throw new IOException("cannot send a text of %d bytes: %s".formatted(into.capacity(), encoded));
        }
    }

    /** The characters of one text, in memory that is used again. */
    private static final class Characters extends Writer {
        private final CharBuffer written;

        Characters(int count) {
            written = CharBuffer.allocate(count);
        }

        @Override
        public void write(int character) {
            written.put((char) character);
        }

        @Override
        public void write(char[] characters, int offset, int length) {
            written.put(characters, offset, length);
        }

        @Override
        public void write(String text, int offset, int length) {
            text.getChars(offset, offset + length, written.array(), written.position());
            written.position(written.position() + length);
        }

        @Override
        public void flush() {
            // all is in the buffer
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
