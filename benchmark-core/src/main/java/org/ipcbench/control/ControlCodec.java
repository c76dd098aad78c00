package org.ipcbench.control;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.text.MissingValue;

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
}
