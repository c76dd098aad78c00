package org.ipcbench.run.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.advise.Candidates;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.advise.Target;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice as a Java program asks for it: without a command line. */
class AdvisedRunTest {
    private static final Target TARGET = new Target(800, 50_000, 200_000);
    private static final Transport STREAM = ListedTransport.of("stream");
    private static final Transport SHARED = ListedTransport.shared("shared");
    private static final Transport SMALL = ListedTransport.upTo(64, "small", "raise it");
    private static final Transport LOSSY = ListedTransport.lossy("lossy");
    private static final Transport ABSENT = ListedTransport.absent("absent", "not here", "get it");
    private static final Transport ALONE = ListedTransport.inProcess("alone");
    private static final List<Transport> ALL = List.of(STREAM, SHARED, SMALL, LOSSY, ABSENT, ALONE);

    private static final Launcher LAUNCHER = new Launcher(
            new TransportRegistry(ALL), ClassPath.of(PeerSettings.currentClassPath()), List.of(), ControlObserver.NONE);

    @TempDir
    private Path output;

    private AdvisedRun run(AdviceRequest request) {
        return new AdvisedRun(LAUNCHER, request, RunSetup.in(output), line -> {});
    }

    private static AdviceRequest about(Target target) {
        return AdviceRequest.of(target, TransportSelection.of(ALL));
    }

    private static AdviceRequest lasting(Target target, Duration duration) {
        TrialSchedule schedule =
                new TrialSchedule(Optional.of(duration), new ArrivalPattern.Constant(), Pacing.SPIN, Payload.TOUCHED);
        return new AdviceRequest(
                target, Set.of(), CellGrid.of(TransportSelection.of(ALL), List.of()), schedule, 1, Optional.empty());
    }

    @Test
    void candidatesAreWhatNothingExcludesAndAllOfThemAreMeasured() throws IOException {
        AdviceRequest request = about(TARGET);
        Candidates candidates = request.candidates();
        Plan plan = run(request).dryRun().plan();

        assertThat(candidates.transports()).containsExactly(STREAM, SHARED);
        assertThat(candidates.exclusions())
                .extracting(Exclusion::text)
                .containsExactly(
                        "small: carries at most 64 bytes on this machine; raise it",
                        "lossy: may lose and reorder messages",
                        "absent: not here; get it",
                        "alone: works within one process only");
        assertThat(plan.cells()).extracting(Cell::transportId).containsExactly("stream", "shared");
        assertThat(plan.stopping()).isEqualTo(new Elimination(5, TARGET.bound(), Set.of("stream", "shared")));
        assertThat(output).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"50000,400", "5000,400", "1000,1100", "100,11000"})
    void usualDurationIsLongEnoughForAPercentile(long ratePerSecond, long millis) throws IOException {
        Target target = new Target(800, ratePerSecond, 200_000);

        assertThat(run(about(target)).dryRun().plan().cells())
                .hasSize(2)
                .extracting(Cell::workload)
                .containsOnly(new Load(
                        new Extent.Period(Duration.ofMillis(millis).toNanos()),
                        800,
                        Payload.TOUCHED,
                        (double) ratePerSecond,
                        new ArrivalPattern.Constant(),
                        Pacing.SPIN));
    }

    @Test
    void timeOfBothRunsIsAnnouncedWithTheOtherConditions() throws IOException {
        AdvisedRun run = run(about(TARGET));

        assertThat(run.time()).isGreaterThan(run.dryRun().estimate().time());
        assertThat(run.announcement())
                .matches("then up to 3 of them again, at 50000 and 100000 messages a second of 800 and 8000 bytes;"
                        + " about (\\d+ min )?\\d+ s in all, (\\d+ min )?\\d+ s on a machine that stalls");
    }

    @Test
    void targetItselfIsConfirmedOfTheBestCandidateOnly() {
        Load load = about(TARGET).load();

        List<SizedWorkload> again =
                new FollowUp(TARGET, List.of("best", "next"), Optional.empty(), load, 1).workloads();

        assertThat(again)
                .extracting(SizedWorkload::workload, SizedWorkload::transport)
                .containsExactly(
                        tuple(load, Optional.of("best")),
                        tuple(load.atRate(100_000.0), Optional.empty()),
                        tuple(load.ofSize(8_000), Optional.empty()));
    }

    @Test
    void methodCallIsMeasuredAtTheTargetOnly() {
        Load load = about(TARGET).load();

        List<SizedWorkload> again =
                new FollowUp(TARGET, List.of("best", "next"), Optional.of(ALONE), load, 1).workloads();

        assertThat(again)
                .extracting(SizedWorkload::workload, each -> each.transport().orElseThrow())
                .containsExactly(
                        tuple(load, "best"),
                        tuple(load.atRate(100_000.0), "best"),
                        tuple(load.atRate(100_000.0), "next"),
                        tuple(load.ofSize(8_000), "best"),
                        tuple(load.ofSize(8_000), "next"),
                        tuple(load, "alone"));
    }

    /** Behind a prefix, a cell within one process is unsupported, which nobody has asked for. */
    @Test
    void methodCallIsMeasuredBesideTheLauncherOnly() {
        AdviceRequest request = about(TARGET.of(Shape.of(800).worked(new Work(Work.Kind.BUSY, 50_000))));
        RunSetup here = RunSetup.in(output);
        Prefixes behind = Prefixes.NONE.withServer(Prefix.of(List.of("taskset", "-c", "0")));
        PeerRequest usual = PeerRequest.USUAL;
        PeerRequest other = new PeerRequest(
                Optional.empty(), List.of(), usual.timeout(), Optional.empty(), usual.pin(), Optional.empty(), behind);
        RunSetup there = new RunSetup(other, here.acceptance(), here.output());

        assertThat(new AdvisedRun(LAUNCHER, request, here, line -> {}).methodCall())
                .contains(ALONE);
        assertThat(new AdvisedRun(LAUNCHER, request, there, line -> {}).methodCall())
                .isEmpty();
    }

    @Test
    void mixOfSizesIsMeasuredAgainAtTwiceTheRateOnly() throws IOException {
        Shape mixed = Shape.of(new SizeMix.Lognormal(600, 1)).answeredBy(64);
        AdviceRequest request = about(new Target(mixed.requestBytes(), 50_000, 200_000).of(mixed));

        assertThat(run(request).dryRun().plan().cells())
                .extracting(Cell::workload)
                .hasSize(2)
                .allSatisfy(workload -> assertThat(workload.shape()).hasValue(mixed));
        assertThat(run(request).announcement())
                .startsWith("then up to 3 of them again, at 50000 and 100000 calls a second of lognormal:600,1,"
                        + " answered by 64; about ");
    }

    @Test
    void severalClientsAreThoseOfOneServer() throws IOException {
        AdviceRequest request = about(new Target(800, 50_000, 200_000, 4));

        assertThat(request.candidates().exclusions())
                .extracting(Exclusion::text)
                .contains("stream: serves one client only");
        assertThat(run(request).dryRun().plan().cells()).singleElement().satisfies(cell -> {
            assertThat(cell.transportId()).isEqualTo("shared");
            assertThat(cell.clients().number()).isEqualTo(4);
            assertThat(cell.placementName()).isEqualTo("unpinned");
        });
    }

    @Test
    void chosenPlacementsAndSpinsAreThoseOfTheCells() {
        List<Spin> spins = List.of(Spin.NONE, new Spin(10_000));
        CellGrid grid =
                CellGrid.of(TransportSelection.of(List.of(STREAM)), List.of()).with(Dimension.SPIN, spins);
        AdviceRequest request = new AdviceRequest(TARGET, Set.of(), grid, TrialSchedule.USUAL, 1, Optional.of(7L));

        RunRequest comparison = request.comparison(RunSetup.in(output));
        assertThat(comparison.grid().placements()).isEqualTo(PlacementChoice.OF_THE_KERNEL);
        assertThat(comparison.grid().cells(List.of(Variant.NONE)))
                .extracting(Cell::spin)
                .isEqualTo(spins);
        assertThat(comparison.repetition().seed()).hasValue(7L);
    }

    @Test
    void requestThatCannotBeMeasuredNamesItsArgument() {
        assertThatThrownBy(() -> lasting(TARGET, Duration.ofMillis(19)).candidates())
                .hasMessageEndingWith("take 1000 messages in each iteration; give at least 21 ms")
                .asInstanceOf(type(InvalidRequestException.class))
                .extracting(InvalidRequestException::argument)
                .isEqualTo(Argument.DURATION);
        assertThatThrownBy(() -> about(new Target(15, 50_000, 200_000)).candidates())
                .asInstanceOf(type(InvalidRequestException.class))
                .extracting(InvalidRequestException::argument)
                .isEqualTo(Argument.SIZES);
        assertThatThrownBy(() -> run(AdviceRequest.of(TARGET, TransportSelection.of(List.of(LOSSY)))))
                .hasMessageStartingWith("no candidate is left of 1; ")
                .asInstanceOf(type(InvalidRequestException.class))
                .extracting(InvalidRequestException::argument)
                .isEqualTo(Argument.REQUEST);
    }
}
