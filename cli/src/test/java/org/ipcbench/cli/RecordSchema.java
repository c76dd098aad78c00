package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The description of {@code results.jsonl} that users get. */
final class RecordSchema {
    private static final Path FILE = Path.of("..", "docs", "results.schema.json");

    private final JsonSchema schema;

    RecordSchema() throws IOException {
        schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Files.readString(FILE));
    }

    /** Every line of a record is as described. */
    void assertDescribes(Path record) throws IOException {
        assertThat(Files.readAllLines(record))
                .allSatisfy(line -> assertThat(schema.validate(line, InputFormat.JSON))
                        .as(line.length() > 2000 ? line.substring(0, 2000) : line)
                        .isEmpty());
    }
}
