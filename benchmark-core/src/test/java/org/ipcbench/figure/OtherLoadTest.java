package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MachineLoad.Pressure;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of a load spins until a message is due; that is the run's own work. */
class OtherLoadTest {
    private static final Cell CELL = SampleLoads.cell("tin-can", 1_000);
    private static final int CPUS = 2;

    @ParameterizedTest(name = "others use {0} of the CPUs")
    @CsvSource({"0, false", "0.05, false", "0.2, true"})
    void waitsForTheScheduleAreNoWorkOfOthers(double others, boolean isDoubted) {
        CellResult result = new CellResult(
                CELL,
                3,
                SampleLoads.iterations(CELL, 1, 100_000).stream()
                        .map(iteration -> SampleCells.measured(
                                CELL,
                                iteration.turn().iteration(),
                                busy(iteration.measurement().orElseThrow(), others)))
                        .toList());

        double told = Figures.of(new RunResult(List.of(result), false), RunOrigin.UNKNOWN).stream()
                .filter(figure -> figure.column().equals("OtherLoadShare"))
                .flatMap(figure -> figure.number(result).stream())
                .findFirst()
                .orElseThrow()
                .number();

        assertThat(told).isCloseTo(others, within(1e-9));
        assertThat(result.verdict().reasons())
                .filteredOn(reason -> reason.kind() == Reason.Kind.OTHER_LOAD)
                .hasSize(isDoubted ? 1 : 0);
    }

    /** What was declared may have used all that others used. */
    @Test
    void loadBesideANeighbourOfUnknownTimeIsUnknown() {
        CellResult result = new CellResult(
                CELL,
                3,
                SampleLoads.iterations(CELL, 1, 100_000).stream()
                        .map(iteration -> SampleCells.measured(
                                CELL,
                                iteration.turn().iteration(),
                                busy(iteration.measurement().orElseThrow(), 0.4)
                                        .draft()
                                        .beside(new Neighbourhood(Count.UNKNOWN, null))
                                        .measurement()))
                        .toList());

        assertThat(result.verdict().reasons()).noneMatch(reason -> reason.kind() == Reason.Kind.OTHER_LOAD);
    }

    /** A neighbour may press memory or the disk, and no CPU. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, CpuPressurePercent",
        "0.5, 0.5, CpuPressurePercent",
        "40, 0, CpuPressurePercent MemoryPressurePercent",
        "0, 2, CpuPressurePercent IoPressurePercent"
    })
    void pressureIsShownWhereThereIsSome(double memoryPercent, double ioPercent, String shown) {
        Cell cell = SampleCells.cell(ListedTransport.of("tin-can"), 64);
        Measurement quiet = SampleCells.measured(cell, 1, 1).measurement().orElseThrow();
        MeasurementConditions client = quiet.clientConditions();
        Pressure pressure = new Pressure(0, Math.round(memoryPercent * 1e7), Math.round(ioPercent * 1e7));
        Measurement pressed = quiet.draft()
                .conditions(
                        new MeasurementConditions(
                                client.warmUp(),
                                client.marks(),
                                new MachineLoad(CPUS, 0, 0, 0, 0, pressure),
                                client.clockBoundNanos()),
                        quiet.serverConditions())
                .measurement();

        assertThat(Figures.ofPressure(
                        List.of(new CellResult(cell, 1, List.of(SampleCells.measured(cell, 1, pressed))))))
                .extracting(Figure::column)
                .containsExactly(shown.split(" "));
    }

    /** All CPU time of the peers, most of which is a wait that is no cost of a message, and that of others. */
    private static Measurement busy(Measurement quiet, double others) {
        long spun = quiet.elapsedNanos() - quiet.clientCost().cpuNanos(); // until the next message is due
        Measurement spinning = quiet.draft()
                .offering(new OfferedLoad(
                        quiet.messages(),
                        0,
                        quiet.elapsedNanos(),
                        spun,
                        Objects.requireNonNull(quiet.offer()).lateness()))
                .measurement();
        long busy = spinning.ownCpuNanos() + Math.round(others * CPUS * quiet.elapsedNanos());
        MeasurementConditions client = quiet.clientConditions();
        return spinning.draft()
                .conditions(
                        new MeasurementConditions(
                                client.warmUp(),
                                client.marks(),
                                new MachineLoad(CPUS, busy, 0, 0),
                                client.clockBoundNanos()),
                        quiet.serverConditions())
                .measurement();
    }
}
