package org.ipcbench.transports.rpc;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads messages of JSON-RPC 2.0, a text each, by Gson: the last one is what this object tells about. */
final class RpcReader {
    static final String CALL = "tools/call";

    static final String NOTIFICATION = "notifications/message";

    /** The tool that returns its argument. */
    static final String TOOL = "echo";

    static final String ARGUMENT = "message";

    /** More than all of a message but what is in base64. */
    private static final int OTHER_BYTES = 4096;

    /** Put behind each text, so that another value there is noticed at once: Gson would keep it for the next text. */
    private static final char[] END = {'\n', '[', ']'};

    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer characters;
    private final JsonReader json;
    private final byte[] decoded;

    private @Nullable String method;
    private @Nullable String tool;
    private @Nullable String payload;
    private @Nullable String error;
    private @Nullable String protocolVersion;
    private JsonToken idKind = JsonToken.NULL;
    private String textId = "";
    private long numberId;

    /** @param messageBytes length of the longest message of the benchmark */
    RpcReader(int messageBytes) {
        characters = CharBuffer.allocate(textBytes(messageBytes) + END.length);
        decoded = new byte[messageBytes];
        json = new JsonReader(new Reader() {
            @Override
            public int read(char[] target, int offset, int length) {
                int count = Math.min(length, characters.remaining());
                characters.get(target, offset, count);
                return count == 0 ? -1 : count;
            }

            @Override
            public void close() {
                // nothing is open
            }
        });
        json.setStrictness(Strictness.LENIENT); // one text after the other
    }

    /** Length of the longest text with a message of this length. */
    static int textBytes(int messageBytes) {
        return base64Bytes(messageBytes) + OTHER_BYTES;
    }

    static int base64Bytes(int bytes) {
        return (bytes + 2) / 3 * 4;
    }

    void read(ByteBuffer text) throws IOException {
        characters.clear().limit(characters.capacity() - END.length);
        CoderResult result = utf8.reset().decode(text, characters, true);
        if (result.isError() || result.isOverflow()) {
            throw new IOException("cannot read a text of the other side: " + result);
        }
        characters.limit(characters.capacity()).put(END).flip();
        method = null;
        tool = null;
        payload = null;
        error = null;
        protocolVersion = null;
        idKind = JsonToken.NULL;
        try {
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "id" -> readId();
                    case "method" -> method = json.nextString();
                    case "params" -> readParameters();
                    case "result" -> readResult();
                    case "error" -> readError();
                    default -> json.skipValue();
                }
            }
            json.endObject();
            json.beginArray();
            json.endArray();
        } catch (IOException | IllegalStateException | NumberFormatException e) {
            throw new IOException("the other side does not speak JSON-RPC", e);
        }
    }

    private void readId() throws IOException {
        idKind = json.peek();
        switch (idKind) {
            case NUMBER -> numberId = json.nextLong();
            case STRING -> textId = json.nextString();
            default -> json.skipValue();
        }
    }

    private void readParameters() throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            json.skipValue();
            return;
        }
        json.beginObject();
        while (json.hasNext()) {
            switch (json.nextName()) {
                case "name" -> tool = text();
                case "arguments" -> readPayload(ARGUMENT);
                case "data" -> payload = text();
                case "protocolVersion" -> protocolVersion = text();
                default -> json.skipValue();
            }
        }
        json.endObject();
    }

    private void readResult() throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            json.skipValue();
            return;
        }
        json.beginObject();
        while (json.hasNext()) {
            if (json.nextName().equals("content") && json.peek() == JsonToken.BEGIN_ARRAY) {
                json.beginArray();
                while (json.hasNext()) {
                    readPayload("text");
                }
                json.endArray();
            } else {
                json.skipValue();
            }
        }
        json.endObject();
    }

    private void readPayload(String name) throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            json.skipValue();
            return;
        }
        json.beginObject();
        while (json.hasNext()) {
            if (json.nextName().equals(name)) {
                payload = text();
            } else {
                json.skipValue();
            }
        }
        json.endObject();
    }

    private void readError() throws IOException {
        error = "";
        json.beginObject();
        while (json.hasNext()) {
            if (json.nextName().equals("message")) {
                error = text();
            } else {
                json.skipValue();
            }
        }
        json.endObject();
    }

    private @Nullable String text() throws IOException {
        if (json.peek() == JsonToken.STRING) {
            return json.nextString();
        }
        json.skipValue();
        return null;
    }

    /** Whether it has a method, which a response has not. */
    boolean isRequest() {
        return method != null;
    }

    /** Empty for a response. */
    String method() {
        return method == null ? "" : method;
    }

    /** Whether a client sends a message of the benchmark: as a call of the tool, or without asking for an answer. */
    boolean hasMessage() {
        return hasId() ? CALL.equals(method) && TOOL.equals(tool) : NOTIFICATION.equals(method);
    }

    /** Whether an answer is expected, or this is one. */
    boolean hasId() {
        return idKind != JsonToken.NULL;
    }

    boolean hasId(long id) {
        return idKind == JsonToken.NUMBER && numberId == id;
    }

    void writeId(JsonWriter target) throws IOException {
        target.name("id");
        switch (idKind) {
            case NUMBER -> target.value(numberId);
            case STRING -> target.value(textId);
            default -> target.nullValue();
        }
    }

    /** What the other side says of a call that has failed. */
    Optional<String> error() {
        return Optional.ofNullable(error);
    }

    /** The version of the Model Context Protocol that a client asks for. */
    Optional<String> protocolVersion() {
        return Optional.ofNullable(protocolVersion);
    }

    /**
     * Puts the message that is carried in base64 at the buffer's beginning, and sets position and limit around it.
     *
     * @return whether there is one that fits
     */
    boolean putMessage(ByteBuffer into) {
        if (payload == null || payload.length() > base64Bytes(into.capacity())) {
            return false;
        }
        int count;
        try {
            count = Base64.getDecoder().decode(payload.getBytes(StandardCharsets.ISO_8859_1), decoded);
        } catch (IllegalArgumentException e) {
            return false;
        }
        into.clear().put(decoded, 0, count).flip();
        return true;
    }
}
