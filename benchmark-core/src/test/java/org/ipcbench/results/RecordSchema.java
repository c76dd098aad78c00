package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The description of {@code results.jsonl} that users get. */
public final class RecordSchema {
    private static final Path FILE = Path.of("..", "docs", "results.schema.json");

    /** Made once, which takes most of the time. */
    private static final JsonSchema SCHEMA = read();

    private RecordSchema() {}

    private static JsonSchema read() {
        try {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The description itself. */
    static JsonObject json() throws IOException {
        return JsonParser.parseString(Files.readString(FILE)).getAsJsonObject();
    }

    /** Every line of a record is as described. */
    public static void assertDescribes(Path record) throws IOException {
        assertThat(Files.readAllLines(record))
                .allSatisfy(line -> assertThat(SCHEMA.validate(line, InputFormat.JSON))
                        .as(line.length() > 2000 ? line.substring(0, 2000) : line)
                        .isEmpty());
    }
}
