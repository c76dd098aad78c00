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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.text.MissingValue;
import org.jspecify.annotations.Nullable;

/** Encodes control messages as JSON, one line each. */
final class ControlCodec {
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
            Map<String, Class<?>> choices =
                    ControlProtocol.choices(raw).collect(Collectors.toMap(Class::getSimpleName, Function.identity()));
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
