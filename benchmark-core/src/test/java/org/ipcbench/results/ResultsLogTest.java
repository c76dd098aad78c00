package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsLogTest {
    private static final Cell CELL = SampleCells.cell("tin-can", 1024);
    private static final Plan PLAN = new Plan(List.of(CELL), 3, 0, 1);

    private Path file = Path.of(ResultsLog.FILE_NAME);

    @BeforeEach
    void useADirectoryOfItsOwn(@TempDir Path directory) {
        file = directory.resolve(ResultsLog.FILE_NAME);
    }

    @Test
    void everyIterationIsOnDiskOnceItHasEnded() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(CELL, 1, 1));
            assertThat(Files.readAllLines(file)).hasSize(2);
            log.iterationEnded(SampleCells.failed(CELL, 2, "the server died"));
            assertThat(Files.readAllLines(file)).hasSize(3);
        }
        assertThat(file).content().endsWith("}\n");
    }

    @Test
    void lineHoldsEverythingTheIterationYielded() throws IOException {
        JsonObject line = written(SampleCells.measured(CELL, 3, 0.5, 2_000));

        assertThat(line.get("transport").getAsString()).isEqualTo("tin-can");
        assertThat(line.get("workload").getAsString()).isEqualTo("throughput");
        assertThat(line.get("placement").getAsString()).isEqualTo("unpinned");
        assertThat(line.get("sizeBytes").getAsInt()).isEqualTo(1024);
        assertThat(line.get("payload").getAsString()).isEqualTo("touched");
        assertThat(line.get("iteration").getAsInt()).isEqualTo(3);
        assertThat(line.has("failure")).isFalse();
        JsonObject measurement = line.getAsJsonObject("measurement");
        assertThat(measurement.get("messages").getAsLong()).isEqualTo(1024);
        assertThat(measurement.get("elapsedNanos").getAsLong()).isEqualTo(500_000_000);
        assertThat(measurement.get("latencyKind").getAsString()).isEqualTo("ONE_WAY");
        JsonObject cost = measurement.getAsJsonObject("clientCost");
        assertThat(cost.get("cpuNanos").getAsLong()).isEqualTo(250_000_000);
        assertThat(cost.get("allocatedBytes").getAsLong()).isEqualTo(1024);
        assertThat(measurement.getAsJsonObject("sampling").get("interval").getAsLong())
                .isEqualTo(1);
    }

    @Test
    void supersededRoundStaysAndSaysSo() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(CELL, 1, 1, 2_000));
            log.iterationEnded(SampleCells.measured(CELL, 2, 3, 2_000));
            IterationResult again = SampleCells.measured(CELL, 2, 1, 2_000);
            log.iterationEnded(new IterationResult(
                    new Plan.Turn(CELL, 2, Plan.Part.REPETITION), again.measurement(), again.breakdown(), ""));
            log.roundSuperseded(2, Plan.Part.PLANNED);
            log.iterationEnded(SampleCells.measured(CELL, 3, 1, 2_000));
        }

        List<JsonObject> lines = Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertThat(lines).extracting(line -> line.get("round").getAsInt()).containsExactly(1, 2, 2, 3);
        assertThat(lines)
                .extracting(line -> line.get("superseded").getAsBoolean())
                .containsExactly(false, true, false, false);
        assertThat(lines)
                .extracting(line -> line.get("part").getAsString())
                .containsExactly("planned", "planned", "repetition", "planned");
        assertThat(lines).allSatisfy(line -> assertThat(line.has("measurement")).isTrue());
    }

    @Test
    void lineHasTheBreakdownOfTheTime() throws IOException {
        JsonObject breakdown = written(SampleCells.measured(CELL, 1, 0.5)).getAsJsonObject("breakdown");

        assertThat(breakdown.get("measuredNanos").getAsLong()).isEqualTo(500_000_000);
        assertThat(breakdown.keySet())
                .containsExactly("startNanos", "connectNanos", "warmUpNanos", "measuredNanos", "closeNanos");
    }

    @Test
    void histogramCanBeReadByOtherTools() throws IOException, DataFormatException {
        JsonObject line = written(SampleCells.measured(CELL, 1, 0.5, 2_000, 2_000, 900_000));

        String encoded = line.getAsJsonObject("measurement").get("latencies").getAsString();
        Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
        long samplesOfEach = histogram.getTotalCount() / 3;
        assertThat(histogram.getCountAtValue(2_000)).isEqualTo(2 * samplesOfEach);
        assertThat(histogram.getCountAtValue(900_000)).isEqualTo(samplesOfEach);
        assertThat(histogram.valuesAreEquivalent(histogram.getMaxValue(), 900_000))
                .isTrue();
    }

    @Test
    void failureIsOneLineEvenWhereItsReasonHasSeveral() throws IOException {
        String reason = "server failed:\n\"no\troom\" \u2014 <ß>";
        JsonObject line = written(SampleCells.failed(CELL, 1, reason));

        assertThat(line.getAsJsonObject("failure").get("message").getAsString()).isEqualTo(reason);
        assertThat(line.has("measurement")).isFalse();
    }

    @Test
    void earlierRunsLogIsNotOverwritten() throws IOException {
        Files.writeString(file, "precious\n");

        assertThatThrownBy(() -> ResultsLog.create(file, PLAN, SampleIdentity.RUN, null))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("precious\n");
    }

    @Test
    void interruptedThreadStillWritesItsMeasurement() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            Thread.currentThread().interrupt();
            log.iterationEnded(SampleCells.measured(CELL, 1, 1));
            log.iterationEnded(SampleCells.measured(CELL, 2, 1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    private JsonObject written(IterationResult result) throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(result);
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        return JsonParser.parseString(lines.get(1)).getAsJsonObject();
    }
}
