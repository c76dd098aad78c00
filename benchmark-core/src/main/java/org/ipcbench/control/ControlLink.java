package org.ipcbench.control;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.text.MissingValue;
import org.jspecify.annotations.Nullable;

/**
 * One end of the link between launcher and peer: a Unix socket, or the peer's standard input and output. Any thread may
 * send; one thread receives. End of stream means that the other process is gone.
 *
 * <p>Transports use the JDK's code for channels as well. This code is compiled for what it does in the warm-up, and the
 * compiled code is discarded if the link does something else with it when the measured part begins. So the link uses direct
 * buffers, and calls of a socket that transports seldom use.
 */
public final class ControlLink implements Closeable {
    private static final int BUFFER_BYTES = 8192;

    /**
     * Limit of a line; the largest message is a measurement whose histogram uses its whole range: less than 200 KB.
     */
    static final int MAX_LINE_BYTES = 4 << 20;

    /**
     * A socket used by the calls for several buffers. If no socket of a transport blocks, the calls for one buffer are compiled
     * for that, and the first one that blocks would discard the compiled code.
     */
    private record Vectored(SocketChannel socket) implements ByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            return Math.toIntExact(socket.read(new ByteBuffer[] {target}));
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return Math.toIntExact(socket.write(new ByteBuffer[] {bytes}));
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private final ReadableByteChannel source;
    private final WritableByteChannel sink;
    private final ControlCodec codec = new ControlCodec();
    private final ByteBuffer output = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public ControlLink(SocketChannel socket) {
        this(new Vectored(socket), new Vectored(socket));
    }

    /** The end that reads and writes these two streams. */
    public ControlLink(ReadableByteChannel source, WritableByteChannel sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Connects a peer to its launcher. */
    public static ControlLink connect(Path socket) throws IOException {
        return new ControlLink(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** Connects a peer to the launcher, or the prefix, that holds the other ends of its standard input and output. */
    @SuppressWarnings("resource") // closed with the link
    public static ControlLink ofStandardStreams() {
        return new ControlLink(
                new FileInputStream(FileDescriptor.in).getChannel(),
                new FileOutputStream(FileDescriptor.out).getChannel());
    }

    public synchronized void send(ControlMessage message) throws IOException {
        byte[] bytes = (codec.encode(message) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int sent = 0; sent < bytes.length; sent += output.limit()) {
            output.clear().limit(Math.min(bytes.length - sent, BUFFER_BYTES));
            output.put(bytes, sent, output.limit()).flip();
            while (output.hasRemaining()) {
                sink.write(output);
            }
        }
    }

    /** Waits for the next message; null at the end of the stream. */
    public @Nullable ControlMessage receive() throws IOException {
        while (true) {
            while (input.hasRemaining()) {
                byte next = input.get();
                if (next == '\n') {
                    String text = line.toString(StandardCharsets.UTF_8);
                    line.reset();
                    return codec.decode(text);
                }
                if (line.size() == MAX_LINE_BYTES) {
                    throw new IOException("a control line is longer than %d bytes".formatted(MAX_LINE_BYTES));
                }
                line.write(next);
            }
            input.clear();
            int count = source.read(input);
            input.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (source) { // the end of what this side sends comes first: the other side may be waiting for it
            sink.close();
        }
    }

    /** Encodes control messages as JSON, one line each. */
    static final class ControlCodec {
        private final Gson gson = new GsonBuilder()
                .registerTypeAdapterFactory(new ChoiceAdapterFactory())
                .registerTypeHierarchyAdapter(
                        Path.class, (JsonSerializer<Path>) (path, type, context) -> new JsonPrimitive(path.toString()))
                .registerTypeHierarchyAdapter(
                        Path.class, (JsonDeserializer<Path>) (json, type, context) -> Path.of(json.getAsString()))
                .registerTypeAdapter(Duration.class, (JsonSerializer<Duration>)
                        (duration, type, context) -> new JsonPrimitive(duration.toString()))
                .registerTypeAdapter(Duration.class, (JsonDeserializer<Duration>)
                        (json, type, context) -> Duration.parse(json.getAsString()))
                .create();

        String encode(ControlMessage message) {
            return gson.toJson(message, ControlMessage.class);
        }

        /**
         * The exception has no cause and does not quote the line, because the line may contain a token, which causes would
         * quote.
         */
        ControlMessage decode(String line) throws IOException {
            ControlMessage message;
            try {
                message = gson.fromJson(line, ControlMessage.class);
            } catch (RuntimeException e) { // an error of JSON, or a value that is no duration, token or histogram
                throw malformed(line, e.getClass().getSimpleName());
            }
            if (message == null) {
                throw new IOException("an empty line is not a control message");
            }
            String missing = MissingValue.in((Record) message);
            if (!missing.isEmpty()) {
                throw malformed(line, missing + " is missing");
            }
            return message;
        }

        private static IOException malformed(String line, String problem) {
            return new IOException(
                    "a line of %d characters is not a control message (%s)".formatted(line.length(), problem));
        }

        /** Writes a value of a closed choice of records as the record's fields plus {@code "type"}, the record's simple name. */
        private static final class ChoiceAdapterFactory implements TypeAdapterFactory {
            private static final String TYPE = "type";

            @Override
            public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
                Class<? super T> raw = type.getRawType();
                Map<String, Class<?>> choices = ControlProtocol.choices(raw)
                        .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));
                if (choices.isEmpty()) {
                    return null;
                }
                return new TypeAdapter<T>() {
                    @Override
                    public void write(JsonWriter out, T value) throws IOException {
                        JsonObject fields = gson.toJsonTree(value).getAsJsonObject();
                        fields.addProperty(TYPE, value.getClass().getSimpleName());
                        gson.toJson(fields, out);
                    }

                    @Override
                    public T read(JsonReader in) throws IOException {
                        JsonObject fields = gson.fromJson(in, JsonObject.class);
                        if (fields == null) {
                            throw new JsonParseException("null is not a " + raw.getSimpleName());
                        }
                        JsonElement name = fields.remove(TYPE);
                        Class<?> record = name == null ? null : choices.get(name.getAsString());
                        if (record == null) {
                            throw new JsonParseException("no %s of type %s".formatted(raw.getSimpleName(), name));
                        }
                        @SuppressWarnings("unchecked") // implementations of T's raw type, none of them generic
                        T value = (T) gson.fromJson(fields, record);
                        return value;
                    }
                }.nullSafe();
            }
        }
    }
}
