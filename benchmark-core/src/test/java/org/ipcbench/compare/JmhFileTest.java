package org.ipcbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.results.UnreadableRunException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JmhFileTest {
    @TempDir
    private Path directory;

    @Test
    void throughputIsASpeedAndATimeIsTurnedRound() throws IOException {
        Side side = read(
                benchmark("thrpt", "ops/s", "[[10.0, 12.0, 14.0]]"), benchmark("avgt", "us/op", "[[4.0, 5.0, 8.0]]"));

        assertThat(side.cells().get(0).speeds().values()).containsExactly(10.0, 12.0, 14.0);
        assertThat(side.cells().get(1).speeds().values()).containsExactly(0.25, 0.2, 0.125);
        assertThat(side.cells()).extracting(MeasuredCell::unit).containsExactly("ops/s", "us/op");
        assertThat(side.cells().get(0).key().text()).isEqualTo("org.example.Trip.time, size 64, uds, thrpt");
        assertThat(side.remarks()).singleElement().asString().contains("2 of 2 benchmarks have fewer than 3 forks");
    }

    @Test
    void eachForkIsOneValueWhereThereAreThree() throws IOException {
        Side side = read(benchmark("thrpt", "ops/s", "[[10.0, 12.0], [20.0, 22.0], [30.0, 32.0]]"));

        assertThat(side.cells().get(0).speeds().values()).containsExactly(11.0, 21.0, 31.0);
        assertThat(side.remarks()).isEmpty();
    }

    @Test
    void sampledTimesWeighByTheirNumber() throws IOException {
        Side side = read(benchmark("sample", "us/op", "[[[[1.0, 3], [5.0, 1]], [[4.0, 7]], [[8.0, 1]]]]")
                .replace("rawData", "rawDataHistogram"));

        assertThat(side.cells().get(0).speeds().values()).containsExactly(0.5, 0.25, 0.125);
    }

    @Test
    void scoreThatIsNoNumberCannotBeCompared() throws IOException {
        Side side = read(benchmark("avgt", "us/op", "[[\"NaN\", 5.0, 8.0]]"));

        assertThat(side.cells().get(0).obstacle()).isEqualTo("a score is not above zero");
    }

    @Test
    void versionsAndWarmUpAreConditions() throws IOException {
        assertThat(read(benchmark("thrpt", "ops/s", "[[1.0]]")).conditions())
                .containsEntry("jdkVersion", "17.0.15")
                .containsEntry("warmupTime", "1 s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "[{}]",
                "[{\"mode\": \"thrpt\"}]",
                "[",
                "[{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\": []}]",
                "[{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\": {\"rawData\": 5}}]"
            })
    void anotherListIsRefusedInOneLine(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("other.json"), text);

        assertThatThrownBy(() -> SideReader.read(file))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageStartingWith(file + " is not a JMH result in JSON (-rf json): ")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "Name,PacketSize\nTCP,64\n", "Benchmark  Mode  Cnt\nTrip.time thrpt 5\n", "{}"})
    void fileThatIsNeitherIsRefused(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("output.csv"), text);

        assertThatThrownBy(() -> SideReader.read(file))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage(
                        file
                                + " is neither a directory of a run, nor a file of 'share', nor a result of JMH in JSON (-rf json)");
    }

    private Side read(String... benchmarks) throws IOException {
        Path file = Files.writeString(
                directory.resolve("jmh.json"), List.of(benchmarks).toString());
        return SideReader.read(file);
    }

    /** As JMH 1.37 writes it, without percentiles. */
    private static String benchmark(String mode, String unit, String rawData) {
        return """
                {
                    "jmhVersion" : "1.37", "benchmark" : "org.example.Trip.time", "mode" : "%s", "threads" : 1, "forks" : 1,
                    "jvm" : "/usr/bin/java", "jvmArgs" : ["-Xmx64m"], "jdkVersion" : "17.0.15", "vmName" : "OpenJDK",
                    "vmVersion" : "17.0.15+6", "warmupIterations" : 5, "warmupTime" : "1 s", "warmupBatchSize" : 1,
                    "measurementIterations" : 3, "measurementTime" : "1 s", "measurementBatchSize" : 1,
                    "params" : {"size" : "64", "transport" : "uds"},
                    "primaryMetric" : {
                        "score" : 5.0, "scoreError" : "NaN", "scoreConfidence" : ["NaN", "NaN"], "scoreUnit" : "%s",
                        "rawData" : %s
                    },
                    "secondaryMetrics" : {}
                }
                """.formatted(mode, unit, rawData);
    }
}
