package org.ipcbench.results.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.GatedRounds;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.KnownTransport;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers are data from anywhere: they become plans within the bounds of the command line, or one line of refusal. */
class ResumedPlanTest {
    private static final Transport FAST = ListedTransport.shared("fast");
    private static final Path FILE = Path.of("given by the user");
    private static final RunTerms TERMS = new RunTerms(
            Duration.ofSeconds(60).toNanos(),
            true,
            List.of("fast"),
            null,
            List.of(),
            List.of(),
            null,
            Map.of(),
            null,
            null,
            null);
    private static final Plan PLAN = new Plan(
            List.of(
                    cell(new MessageStream(new Extent.Count(1000), 64, Payload.FULL)),
                    cell(new PingPong(new Extent.Period(5), 4096)),
                    spinning(new PingPong(new Extent.Period(5), 4096))),
            List.of(cell(new PingPong(new Extent.Period(5), 64))),
            new StoppingRule.Precision(7, 0.05, Duration.ofMinutes(10)),
            400,
            -3);

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @Test
    void boundAndRoundsOfEliminationAreResumed() throws IOException {
        LatencyBound bound = new LatencyBound(200_000);
        Elimination rule = new Elimination(5, bound, Set.copyOf(TERMS.named()));
        Plan elimination = new Plan(PLAN.cells(), List.of(), rule, 400, 7);
        record(elimination, TERMS);

        Plan resumed = resumed();
        assertThat(resumed).isEqualTo(elimination);
        assertThat(resumed.bound()).hasValue(bound);
    }

    @Test
    void gatesThatEndARunAreResumed() throws IOException {
        List<Gate> gates = List.of(new Gate(Gate.Figure.P99, 0.2), new Gate(Gate.Figure.SPEED, 0.05));
        Plan gated = PLAN.stoppedBy(new GatedRounds(7, gates, OptionalDouble.of(0.1), Duration.ofMinutes(3)));
        record(gated, TERMS);

        assertThat(resumed()).isEqualTo(gated);
    }

    @Test
    void boundOfACapacityIsKept() throws IOException {
        Plan bounded = new Plan(
                PLAN.cells(),
                List.of(),
                new StoppingRule.FixedRounds(3),
                Optional.of(new LatencyBound(200_000)),
                400,
                7);
        record(bounded, TERMS);

        assertThat(resumed()).isEqualTo(bounded);
    }

    @Test
    void planOfTheHeaderIsTheRecordedOne() throws IOException {
        record(PLAN, TERMS);

        assertThat(resumed()).isEqualTo(PLAN);
        assertThat(RunRecord.read(directory, false).header().terms()).isEqualTo(TERMS);
    }

    @Test
    void headerDescribesItsPlanAndNoOther() throws IOException {
        record(PLAN, TERMS);
        RunHeader header = RunRecord.read(directory, false).header();
        Plan other = new Plan(
                List.of(
                        PLAN.cells().get(0),
                        cell(new PingPong(new Extent.Period(6), 4096)),
                        PLAN.cells().get(2)),
                PLAN.baselines(),
                PLAN.stopping(),
                PLAN.warmUpNanos(),
                PLAN.seed());

        assertThat(header.describes(resumed())).isTrue();
        assertThat(header.describes(other)).isFalse();
    }

    @Test
    void fileOfATransferIsTheUsers() throws IOException {
        Cell transfer = cell(new Transfer(Path.of("/recorded"), 100, 64, Path.of("/written")));
        record(
                new Plan(List.of(transfer), 1, 1, 1),
                new RunTerms(
                        TERMS.timeoutNanos(),
                        false,
                        List.of(),
                        null,
                        List.of(),
                        List.of(),
                        "process",
                        Map.of(),
                        new Checksum(100, 7),
                        true,
                        null));

        assertThat(resumed().cells().get(0).workload()).isEqualTo(new Transfer(FILE, 100, 64, FILE));
        assertThat(Files.readString(file)).doesNotContain("/recorded", "/written");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rounds | 2147483647 | has 2147483647 rounds, but only 1 to 10000 can be measured",
                "rounds | 0 | has 0 rounds",
                "rounds | -1 | has -1 rounds",
                "mostRounds | 10001 | has up to 10001 rounds, but only 1 to 10000 can be measured",
                "p99Nanos | 0 | no bound of 0 ns",
                "warmUpNanos | -1 | has a warm-up of -1 ns",
                "warmUpNanos | 9223372036854775807 | has a warm-up of 9223372036854775807 ns",
                "longestNanos | -1 | ",
                "precision | 7.0 | ",
                "cells.0.transport | \"no\\u0007ne\" | a name has a control character",
                "cells.0.variant | \"no\\u001bne\" | a name has a control character",
                "cells.0.shape | {\"codec\":\"no\\u001bne\"} | a name has a control character",
                "cells.0.shape | {\"mix\":{\"label\":\"no\\u009bne\"}} | a name has a control character",
                "cells.0.shape | {\"mix\":[[\"no\\u001bne\"]]} | a name has a control character",
                "cells.0.variant | \"other\" | has no variant 'other'",
                "cells.0.transport | \"slow\" | no transport slow",
                "cells.0.placement | \"cpu:99999,0\" | ",
                "cells.0.placement | \"elsewhere\" | 'elsewhere' is not one of",
                "cells.0.workload | \"format\" | no question format",
                "cells.0.payload | \"NOTHING\" | ",
                "cells.0.fileBytes | 7 | a cell has terms that its question 'throughput' does not have",
                "cells.0.messages | -5 | a cell has a number of -5",
                "cells.0.messages | 1e300 | ",
                "cells.0.sizeBytes | -1 | size must be from",
                "cells.0.bufferSizeBytes | -1 | a cell has a number of -1",
                "cells.0.spinNanos | -1 | a spin of -1 ns",
                "cells.0.spinNanos | 1000000001 | a spin of 1000000001 ns",
                "cells.0.socket | \"cork\" | 'cork' must be one of nodelay, nagle, quickack, nagle+quickack",
                "cells.0.writes | 3 | writes: '3' must be 1, or 2",
                "cells.0.scheduler | \"fifo:0\" | fifo has a priority from 1 to 99, not 0",
                "cells.0.clients | 1000001 | clients must be from 1 to 1000000, was 1000001",
                "cells.1.periodNanos | 9223372036854775807 | a cell has a number of 9223372036854775807",
                "cells | [] | a plan has at least one cell",
                "cells | null | ",
                "terms.timeoutNanos | -1 | no time-out of -1 ns",
                "terms.timeoutNanos | 9223372036854775807 | no time-out of",
                "terms.plugins | [\"evil.jar\"] | no SHA-256 of a jar in its terms",
                "terms.jvm | \"$(touch x)\" | no version of a JVM in its terms",
                "terms.variants | {\"a\\u0000\":\"b\"} | a name has a control character",
                "terms.written | true | no transfer in its terms",
                "terms.named | null | ",
                "terms | [] | ",
            })
    void whatNoCommandLineCanAskForIsRefused(String place, String value, String reason) throws IOException {
        record(PLAN, TERMS);
        replace(place, value);

        assertThatThrownBy(this::resumed)
                .isInstanceOfAny(UnreadableRunException.class, IllegalArgumentException.class)
                .message()
                .contains(reason == null ? "" : reason)
                .doesNotContain("\n");
    }

    private Plan resumed() throws IOException {
        RunHeader header = RunRecord.read(directory, false).header();
        return new ResumedPlan(
                        header,
                        Objects.requireNonNull(header.terms()),
                        ResumedPlanTest::named,
                        Topology.ofThisMachine(),
                        FILE,
                        FILE)
                .plan();
    }

    private static Transport named(String id) {
        if (!id.equals("fast")) {
            throw new NoSuchElementException(id);
        }
        return FAST;
    }

    private void record(Plan plan, RunTerms terms) throws IOException {
        file = directory.resolve(ResultsLog.FILE_NAME);
        ResultsLog.create(file, plan, SampleIdentity.RUN, terms).close();
    }

    /** Changes a value of the header as a stranger may, whose checksum is right. */
    private void replace(String place, String value) throws IOException {
        JsonObject header = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        header.remove("checksum");
        JsonElement parent = header;
        String[] names = place.split("\\.", -1);
        for (int depth = 0; depth < names.length - 1; depth++) {
            parent = parent.isJsonArray()
                    ? parent.getAsJsonArray().get(Integer.parseInt(names[depth]))
                    : parent.getAsJsonObject().get(names[depth]);
        }
        parent.getAsJsonObject().add(names[names.length - 1], JsonParser.parseString(value));
        Files.writeString(file, SealedLine.seal(new Gson().toJson(header)) + "\n");
    }

    private static Cell spinning(Workload workload) {
        return Cell.of(KnownTransport.of(FAST), workload, CellSettings.USUAL.with(Dimension.SPIN, new Spin(10_000)));
    }

    private static Cell cell(Workload workload) {
        return Cell.of(KnownTransport.of(FAST), workload);
    }
}
