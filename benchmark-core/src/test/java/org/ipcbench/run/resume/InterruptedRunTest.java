package org.ipcbench.run.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.RunSetup.RunOutput;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointProtocol;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that was killed, as a Java program resumes it: without a command line. */
class InterruptedRunTest {
    private static final Plan PLAN = new Plan(List.of(SampleCells.cell("tin-can", 1024)), 3, 100, 1);
    private static final RunTerms WITH_ARGUMENTS = measuredWith("-Xint");

    private static RunTerms measuredWith(String... jvmArguments) {
        return new RunTerms(
                Duration.ofSeconds(60).toNanos(),
                false,
                List.of(),
                null,
                List.of(jvmArguments),
                List.of(),
                null,
                Map.of(),
                null,
                null,
                null);
    }

    private static final String HERE = "nobody://127.0.0.1/";

    @TempDir
    private Path directory;

    private Path record = Path.of(ResultsLog.FILE_NAME);

    @BeforeEach
    void nameTheRecord() {
        record = directory.resolve(ResultsLog.FILE_NAME);
    }

    private void killed(@Nullable RunTerms terms) throws IOException {
        ResultsLog.create(record, PLAN, SampleIdentity.RUN, terms).close();
    }

    private ResumeRequest request(List<String> jvmArguments, List<Path> plugins, List<Gate> gates) {
        RepeatedTerms repeated = new RepeatedTerms(
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                jvmArguments,
                Optional.empty(),
                plugins,
                Map.of(),
                List.of());
        return new ResumeRequest(RunOutput.in(directory), false, repeated, gates, false, false);
    }

    private void assertRefused(ResumeRequest request, Argument argument, String problem) throws IOException {
        byte[] before = Files.readAllBytes(record);
        InterruptedRun run = InterruptedRun.of(request);
        Launcher launcher = new Launcher(
                new TransportRegistry(List.of(), List.of(new Nobody())),
                ClassPath.of(PeerSettings.currentClassPath()),
                List.of(),
                ControlObserver.NONE);

        assertThat(run.isIncomplete()).isTrue();
        assertThatThrownBy(() -> run.resume(launcher, line -> {}))
                .hasMessage(problem)
                .asInstanceOf(InstanceOfAssertFactories.type(InvalidRequestException.class))
                .extracting(InvalidRequestException::argument)
                .isEqualTo(argument);
        assertThat(record).hasBinaryContent(before);
        assertThat(directory).isDirectoryNotContaining("glob:**.lock");
    }

    @Test
    void runIsResumedOnlyWithWhatItWasMeasuredWith() throws IOException {
        killed(WITH_ARGUMENTS);

        assertRefused(
                ResumeRequest.of(directory), Argument.REQUEST, "this run was measured with --jvm-args; give it again");
        assertRefused(
                request(List.of("-Xcomp"), List.of(), List.of()),
                Argument.REQUEST,
                "--jvm-args is not what this run was measured with: that was -Xint, and this is -Xcomp");
        assertRefused(
                request(List.of("-Xint"), List.of(directory), List.of()),
                Argument.REQUEST,
                "this run was measured without --plugin; omit it");
        assertRefused(
                request(List.of("-Xint"), List.of(), List.of(new Gate(Gate.Figure.SPEED, 0.05))),
                Argument.REQUEST,
                "option '--fail-on' compares variants; give --vary, or compare runs (command compare)");
    }

    @Test
    void recordThatCannotBeResumedIsNamed() throws IOException {
        killed(null);

        assertRefused(
                ResumeRequest.of(directory),
                Argument.RUN,
                "'%s' lacks what is needed to resume it; measure again instead".formatted(directory));
    }

    /** A record may come from a stranger; whether --anywhere was given is not asked of it. */
    @ParameterizedTest
    @ValueSource(strings = {"nobody://255.255.255.255/", "nobody://localhost/#at=255.255.255.255"})
    void runThatAsksAServerElsewhereIsNotResumed(String address) throws IOException {
        killedRunOf(List.of(asking(HERE)), List.of(asking(address)));

        assertRefused(
                naming(Map.of(), HERE, address),
                Argument.RUN,
                "'%s' asks a server on another machine, '%s'; measure again instead".formatted(directory, address));
    }

    @Test
    void serverOfARecordIsAskedOnlyIfTheUserNamesIt() throws IOException {
        killedRunOf(List.of(asking(HERE)), List.of());

        assertRefused(
                naming(Map.of()), Argument.REQUEST, "this run was measured with --endpoint; give it again");
        assertRefused(
                naming(Map.of(), "http:nowhere"),
                Argument.REQUEST,
                "option '--endpoint': 'http:' begins with none of nobody:, nobody+unix:; further ones come by --plugin");
    }

    /** Neither of a cell nor of what measures the harness. */
    @Test
    void commandOfARecordIsNotStarted() throws IOException {
        Cell cell = asking(HERE);
        Cell relayed = cell.with(Dimension.RELAY, "nc {in} {out}");
        String problem = "this run was measured with --relay COMMAND; give it again";

        killedRunOf(List.of(relayed), List.of());
        assertRefused(naming(Map.of(), HERE), Argument.REQUEST, problem);
        Files.delete(record);
        killedRunOf(List.of(cell), List.of(relayed));
        assertRefused(naming(Map.of(), HERE), Argument.REQUEST, problem);
        assertRefused(
                naming(Map.of(Dimension.RELAY, List.of("c")), HERE), Argument.REQUEST, problem);
    }

    private static Cell asking(String address) {
        return SampleCells.cell(new Nobody().endpoint(address), 1);
    }

    private void killedRunOf(List<Cell> cells, List<Cell> baselines) throws IOException {
        Plan plan = new Plan(cells, baselines, new StoppingRule.FixedRounds(3), 100, 1);
        ResultsLog.create(record, plan, SampleIdentity.RUN, measuredWith()).close();
        new EnvironmentFile().write(SampleRun.environment(), directory.resolve(EnvironmentFile.FILE_NAME));
    }

    /** A request to resume in another environment, with these commands and servers. */
    private ResumeRequest naming(Map<Setting<String>, List<String>> commands, String... servers) {
        RepeatedTerms repeated = new RepeatedTerms(
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                commands,
                List.of(servers));
        return new ResumeRequest(RunOutput.in(directory), false, repeated, List.of(), false, true);
    }

    @Test
    void directoryWithoutARecordIsRefused() {
        assertThatThrownBy(() -> InterruptedRun.of(ResumeRequest.of(directory)))
                .asInstanceOf(InstanceOfAssertFactories.type(InvalidRequestException.class))
                .extracting(InvalidRequestException::argument)
                .isEqualTo(Argument.RUN);
    }

    @Test
    void completeRunLacksNothing() throws IOException {
        try (ResultsLog log = ResultsLog.create(record, PLAN, SampleIdentity.RUN, WITH_ARGUMENTS)) {
            log.end(PLAN.iterations(), false);
        }

        assertThat(InterruptedRun.of(ResumeRequest.of(directory)).isIncomplete())
                .isFalse();
    }

    /** Servers that a test must not ask. */
    private static final class Nobody implements EndpointProtocol {
        @Override
        public String scheme() {
            return "nobody";
        }

        @Override
        public String title() {
            return scheme();
        }

        @Override
        public Library library() {
            return Library.JDK;
        }

        @Override
        public int usualPort() {
            return 1;
        }

        @Override
        public Caller connect(EndpointAddress address, Session session) {
            throw new AssertionError("asked " + address);
        }
    }
}
