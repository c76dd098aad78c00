package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControlProtocolTest {
    @TempDir
    private Path directory;

    /** A protocol of two messages. */
    interface Sample {
        sealed interface Note {}

        record Here(String where, Amount amount) implements Note {}

        record There(Amount amount, String where) implements Note {}

        record Amount(long messages, Unit unit) {}

        enum Unit {
            ONE,
            DOZEN
        }
    }

    @Test
    void buildUnderstandsItself() {
        assertThat(ControlProtocol.current().difference(ControlProtocol.current()))
                .isEmpty();
        assertThat(ControlProtocol.current().shapes())
                .containsKeys(
                        "ControlMessage$Assign",
                        "Workload",
                        "Transfer",
                        "Payload",
                        "Session",
                        "PeerMeasurement",
                        "Cost");
    }

    @Test
    void typesAreDescribedByWhatJsonTellsOfThem() {
        String sample = "ControlProtocolTest$Sample";
        String parts = "amount:%s$Amount where:String".formatted(sample);

        assertThat(ControlProtocol.of(Sample.Note.class).shapes())
                .containsEntry(sample + "$Note", "%1$s$Here %1$s$There".formatted(sample))
                .containsEntry(sample + "$Here", parts)
                .as("order tells nothing")
                .containsEntry(sample + "$There", parts)
                .containsEntry(sample + "$Amount", "messages:long unit:%s$Unit".formatted(sample))
                .containsEntry(sample + "$Unit", "DOZEN ONE")
                .hasSize(5);
    }

    @Test
    void anyDifferenceIsNamedByItsType() {
        ControlProtocol now = ControlProtocol.of(Sample.Note.class);

        assertThat(now.difference(changed(now, "$Amount", "messages:int"))).hasValue("Amount");
        assertThat(now.difference(changed(now, "$Nowhere", "nanos:long")))
                .as("a further message")
                .hasValue("Nowhere");
        assertThat(changed(now, "$Unit", "ONE").difference(now)).hasValue("Unit");
    }

    @Test
    void jarWithoutMessagesIsRefused() throws IOException {
        Path jar = directory.resolve("other.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry("readme.txt"));
        }

        assertThatThrownBy(() -> ControlProtocol.in(jar))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.jar lacks org.ipcbench.control.ControlMessage");
    }

    private static ControlProtocol changed(ControlProtocol protocol, String type, String shape) {
        Map<String, String> shapes = new HashMap<>(protocol.shapes());
        shapes.put("ControlProtocolTest$Sample" + type, shape);
        return new ControlProtocol(shapes);
    }
}
