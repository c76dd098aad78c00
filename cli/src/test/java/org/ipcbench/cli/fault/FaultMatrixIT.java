package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.ipcbench.Turns;
import org.ipcbench.cli.fault.Fault.Moment;
import org.ipcbench.cli.fault.Fault.Signal;
import org.ipcbench.cli.fault.Fault.Victim;
import org.ipcbench.cli.fault.FaultFigures.Outcome;
import org.ipcbench.cli.fault.FaultTrial.Life;
import org.ipcbench.cli.job.Belongings;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.PosixQueues;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.text.CommandWords;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Sides;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Signals to each process at each moment of an iteration, as docs/reliability.md says what is to come of them. */
@EnabledOnOs(OS.LINUX)
class FaultMatrixIT extends RunningJobs {
    /** How many runs a sample has, and at most the whole matrix. */
    private static final Optional<Integer> MAX_TRIALS = Optional.ofNullable(Integer.getInteger("faults.trials"));

    /** Which transports the matrix has; empty for all. */
    private static final Set<String> TRANSPORTS = Stream.of(
                    System.getProperty("faults.transports", "").split(","))
            .filter(id -> !id.isEmpty())
            .collect(Collectors.toUnmodifiableSet());

    private static final int SAMPLE = 4;

    /** After how many days a transport of each family has been tried. */
    private static final int DAYS = 6;

    /** After how many days each of the further trials has been run. */
    private static final int DAYS_OF_FURTHER = 3;

    /** For what the last process of a killed run clears away, on a busy machine. */
    private static final Duration PROMPTLY = Duration.ofSeconds(60);

    private static final FaultFigures FIGURES = new FaultFigures();

    @TempDir
    Path mountPoint;

    /**
     * Some of the transports that have objects which outlive a process unless somebody removes them, and a group's signals.
     * Each process is killed, each moment occurs.
     */
    private static List<FaultTrial> representative() {
        return List.of(
                FaultTrial.of("sysv-mq", "server:kill:measured", "client:kill:before_ready", "launcher:kill:measured"),
                FaultTrial.of("aeron-ipc", "auxiliary:kill:measured", "client:kill:warm_up", "launcher:term:measured"),
                FaultTrial.of("uds", "client:term:at_the_end", "group:hup:measured", "group:kill:measured"));
    }

    /** The remaining objects and signals, and peers that are threads; what is stopped for ever costs the time-out. */
    private static Stream<FaultTrial> further() {
        return Stream.of(
                FaultTrial.of(
                        "fifo",
                        "client:int:measured",
                        "server:kill:at_the_end",
                        "group:pause:measured",
                        "launcher:hup:at_the_end"),
                FaultTrial.of("sysv-shm", "client:kill:measured", "server:hup:warm_up", "launcher:kill:warm_up"),
                FaultTrial.of("sysv-shm", Sides.THREADS, "server:kill:measured", "launcher:kill:measured"),
                FaultTrial.of("zmq-ipc", "server:stop:measured", "none", "group:term:measured"),
                FaultTrial.of("sysv-mq", Life.WORKERS, "server:kill:measured", "none", "launcher:kill:measured"),
                FaultTrial.of("uds", Life.RELAY, "auxiliary:kill:measured", "none", "launcher:kill:measured"),
                FaultTrial.of("sysv-mq", Life.DEATH, "none", "launcher:kill:measured"),
                FaultTrial.of("py-pipe", "client:kill:before_ready", "server:kill:measured", "launcher:kill:measured"),
                FaultTrial.of("py-shm", "client:kill:warm_up", "server:stop:measured", "group:kill:measured"));
    }

    /**
     * By turns one of the representative ones, a third of the further ones, and a transport of each sixth family beside them, whose
     * processes are killed one after the other, and a publisher.
     */
    static Stream<FaultTrial> killed() {
        Set<String> tried = Stream.concat(representative().stream(), further())
                .map(FaultTrial::transport)
                .collect(Collectors.toSet());
        Map<String, List<Transport>> families = TransportRegistry.load().all().stream()
                .filter(transport -> !tried.contains(transport.id()))
                .collect(Collectors.groupingBy(
                        transport -> transport.getClass().getPackageName(), TreeMap::new, Collectors.toList()));
        Stream<FaultTrial> killed = Turns.today().share(DAYS, families.values()).stream()
                .flatMap(family -> Turns.today().every(DAYS).one(family).stream())
                .map(FaultMatrixIT::killed);
        return Stream.of(
                        Turns.today().one(representative()).stream(),
                        Turns.today().share(DAYS_OF_FURTHER, further().toList()).stream(),
                        killed,
                        publishing())
                .flatMap(trials -> trials);
    }

    /** A publisher by turns with a fan-out of each transport's own, and with a channel for each subscriber, by each policy that is possible. */
    private static Stream<FaultTrial> publishing() {
        List<FaultTrial> trials = TransportRegistry.load().all().stream()
                .filter(transport ->
                        transport.fanOut().isPresent() || transport.id().equals("uds"))
                .flatMap(transport -> Stream.of(Policy.values())
                        .filter(policy -> transport
                                .fanOut()
                                .flatMap(fanOut -> fanOut.refusal(WhenFull.of(policy), 1, 1))
                                .isEmpty())
                        .map(policy -> FaultTrial.of(
                                transport.id(),
                                Life.publishing(policy),
                                "server:kill:measured",
                                "client:kill:measured",
                                "none",
                                "launcher:kill:measured")))
                .toList();
        return Turns.today().one(trials).stream();
    }

    private static FaultTrial killed(Transport transport) {
        if (transport.traits().has(Trait.BETWEEN_THREADS)) {
            return FaultTrial.of(transport.id(), Sides.THREADS, "server:kill:measured", "launcher:kill:measured");
        }
        return transport.traits().hasServerPeer()
                ? FaultTrial.of(
                        transport.id(), "server:kill:measured", "client:kill:measured", "launcher:kill:measured")
                : FaultTrial.of(transport.id(), "client:kill:measured", "launcher:kill:measured");
    }

    static List<FaultTrial> sample() {
        long seed = Long.getLong("faults.seed", Turns.today().day());
        System.out.println("faults: -Dfaults.seed=" + seed + " repeats this sample");
        return matrix().sample(seed, MAX_TRIALS.orElse(SAMPLE));
    }

    static List<FaultTrial> all() {
        List<FaultTrial> trials = matrix().trials();
        return trials.subList(0, Math.min(trials.size(), MAX_TRIALS.orElse(trials.size())));
    }

    @Tag("full")
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT) // they wait for most of their time
    @MethodSource("killed")
    void killedProcessOfAnyFamilyIsReportedAndLeavesNothing(FaultTrial trial) throws IOException, InterruptedException {
        run(trial);
    }

    @Tag("full")
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT) // they wait for most of their time
    @MethodSource("sample")
    void anyFaultIsReportedAndLeavesNothing(FaultTrial trial) throws IOException, InterruptedException {
        run(trial);
    }

    @Tag("matrix")
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT) // they wait for most of their time
    @MethodSource("all")
    void everyFaultIsReportedAndLeavesNothing(FaultTrial trial) throws IOException, InterruptedException {
        run(trial);
    }

    private static FaultMatrix matrix() {
        return new FaultMatrix(TransportRegistry.load().all().stream()
                .filter(transport -> TRANSPORTS.isEmpty() || TRANSPORTS.contains(transport.id()))
                .toList());
    }

    private void run(FaultTrial trial) throws IOException, InterruptedException {
        Transport transport = FaultTrial.registry().named(trial.transport());
        Availability availability = trial.isDescribed() // the program has the path of its library, this process has not
                ? Availability.available()
                : transport.availability();
        if (!(availability instanceof Availability.Available)) {
            FIGURES.skipped(trial.transport());
        }
        assumeTrue(availability instanceof Availability.Available, () -> transport.id() + ": " + availability);
        assumeTrue(!trial.life().equals(Life.RELAY) || CommandWords.isCommand("cc"), "the relay in C needs a compiler");
        FIGURES.trial();
        FaultLog log = new FaultLog(site.root().resolve("faults"));
        try {
            assertAsExpected(trial, log);
        } catch (AssertionError | IOException | RuntimeException e) {
            FIGURES.deviation(trial, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            FIGURES.write(
                    Path.of("target", "fault-matrix.md"), "Fault matrix"); // an interrupted build has figures, too
        }
    }

    /** Starts the program with faults, in a process group of its own and with no signal ignored. */
    private Job start(FaultTrial trial, FaultLog log) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(log.path().toString(), Job.JAR.toString(), trial.text()));
        arguments.addAll(trial.arguments());
        List<String> prefix = List.of(
                "setsid",
                "env",
                "--default-signal=HUP,INT,TERM",
                "PYTHONPATH=" + SampleJar.PYTHON,
                "PYTHONDONTWRITEBYTECODE=1");
        Job job = Job.startMain(site, prefix, FaultLauncher.class, arguments);
        jobs.add(job);
        return job;
    }

    private void assertAsExpected(FaultTrial trial, FaultLog log) throws IOException, InterruptedException {
        Belongings belongings = new Belongings(new PosixQueues(mountPoint));
        Job job = start(trial, log);
        killWhatStaysStopped(trial, log, job);
        int exitCode = job.exitCode();
        long endedMillis = System.currentTimeMillis();

        Queue<JsonObject> lines = new ArrayDeque<>(site.log());
        boolean failed = false;
        for (int iteration = 0; iteration < trial.faults().size(); iteration++) {
            Optional<Fault> fault = trial.faults().get(iteration);
            if (fault.isPresent()) {
                Optional<FaultLog.Injected> found = log.injected(iteration);
                assertThat(found)
                        .as("the moment of %s%n%s", fault.get(), said(job))
                        .isPresent();
                FaultLog.Injected injected = found.orElseThrow();
                belongings.note(injected.processes(), List.of(injected.scratch()));
            }
            if (fault.filter(Fault::endsTheRun).isPresent()) {
                assertEnd(trial, fault.get(), log, iteration, endedMillis, job);
            } else {
                failed |= assertLine(trial, fault, lines, log, iteration, job);
            }
        }
        assertThat(exitCode)
                .as("exit code of %s%n%s", trial, said(job))
                .isEqualTo(trial.end().map(FaultMatrixIT::exitCode).orElse(failed ? 1 : 0));
        try {
            assertNothingLeft(trial, belongings);
        } catch (AssertionError | ConditionTimeoutException e) {
            FIGURES.leftOver();
            throw e;
        }
    }

    /** A stopped launcher can neither report nor end anything. */
    private void killWhatStaysStopped(FaultTrial trial, FaultLog log, Job job)
            throws IOException, InterruptedException {
        Optional<Fault> last = trial.end().filter(Fault::leavesTheRunStopped);
        if (last.isPresent()) {
            int iteration = trial.faults().indexOf(last);
            await().atMost(Job.DEADLINE).until(() -> log.injected(iteration).isPresent() && job.isStopped());
            boolean group = last.get().victim() == Victim.GROUP;
            Job.kill("KILL", (group ? "-" : "") + job.pid());
        }
    }

    /**
     * The iteration's line in the log of the run, after the line of a first attempt that a pause has spoilt.
     *
     * @return whether the iteration failed
     */
    private boolean assertLine(
            FaultTrial trial, Optional<Fault> fault, Queue<JsonObject> lines, FaultLog log, int iteration, Job job)
            throws IOException {
        String what = "iteration %d of %s%n%s".formatted(iteration + 1, trial, said(job));
        JsonObject line = Optional.ofNullable(lines.poll()).orElseThrow(() -> new AssertionError("no line: " + what));
        boolean repeated = failure(line).endsWith(" is repeated");
        if (repeated) {
            line = Optional.ofNullable(lines.poll()).orElseThrow(() -> new AssertionError("not repeated: " + what));
        }
        boolean failed = !line.has("measurement");
        if (fault.isEmpty()) {
            assertThat(failure(line)).as(what).isEmpty();
            return false;
        }
        assertThat(failed).as(what).isIn(expectedFailures(fault.get(), log.isFinished(iteration)));
        if (failed) {
            assertThat(failure(line))
                    .as(what)
                    .startsWith(trial.transport() + ": ")
                    .contains(cause(trial, fault.get()));
            if (!trial.isDescribed()) { // such programs end without a word
                assertThat(failure(line)).as(what).containsAnyOf("last words: ", "server failed: ", "client failed: ");
            }
        }
        OptionalLong millis = failed || repeated
                ? OptionalLong.of(log.reportedMillis(iteration).orElseThrow()
                        - log.injected(iteration).orElseThrow().millis())
                : OptionalLong.empty();
        assertInTime(what, millis);
        FIGURES.add(fault.get(), failed ? Outcome.REPORTED : Outcome.MEASURED, millis);
        return failed;
    }

    private void assertEnd(FaultTrial trial, Fault fault, FaultLog log, int iteration, long endedMillis, Job job)
            throws IOException {
        if (fault.silencesTheLauncher()) {
            FIGURES.add(fault, Outcome.UNREPORTED, OptionalLong.empty());
            return;
        }
        String what = "%s%n%s".formatted(trial, said(job));
        assertThat(job.err()).as(what).last().asString().matches("(interrupted; )?results in " + site.run());
        OptionalLong millis = OptionalLong.of(
                endedMillis - log.injected(iteration).orElseThrow().millis());
        assertInTime(what, millis);
        FIGURES.add(fault, Outcome.ENDED, millis);
    }

    private static void assertInTime(String what, OptionalLong millis) {
        assertThat(millis.orElse(0))
                .as("milliseconds to the report of %s", what)
                .isLessThanOrEqualTo(FaultTrial.TIMEOUT.plus(FaultTrial.REPORT).toMillis());
    }

    /** The processes that the launcher has started ignore what comes from a terminal only; each may have done all it had to. */
    private static List<Boolean> expectedFailures(Fault fault, boolean finished) {
        return switch (fault.signal()) {
            case INT, HUP, PAUSE -> List.of(false);
            case KILL, TERM, STOP ->
                finished || fault.moment() == Moment.AT_THE_END ? List.of(true, false) : List.of(true);
        };
    }

    private static String cause(FaultTrial trial, Fault fault) {
        String who = fault.victim().name().toLowerCase(Locale.ROOT);
        if (trial.life().equals(Life.WORKERS)) {
            who = ""; // one of three has a number
        } else if (trial.life().equals(Life.RELAY)) {
            who = "the relay 'c'";
        }
        return fault.signal() == Signal.STOP
                ? "nothing heard from the %s, which is stopped".formatted(who)
                : "%s ended with exit code %d".formatted(who, fault.signal().exitCode());
    }

    private static int exitCode(Fault end) {
        return end.signal() == Signal.STOP
                ? Signal.KILL.exitCode()
                : end.signal().exitCode();
    }

    /** Where the launcher had no chance, its peers clear away; where they had none either, the next run does. */
    private void assertNothingLeft(FaultTrial trial, Belongings belongings) throws IOException, InterruptedException {
        Optional<Fault> silent = trial.end().filter(Fault::silencesTheLauncher);
        if (silent.filter(fault -> fault.victim() == Victim.GROUP).isPresent()) {
            await().atMost(PROMPTLY).until(() -> site.processes().isEmpty());
            List<String> arguments =
                    new ArrayList<>(List.of("throughput", "-i", "1", "-t", "tcp", "-n", "1", "--warmup", "1ms"));
            if (trial.isDescribed()) { // only the description knows what its programs leave elsewhere
                arguments.addAll(List.of("--plugin", FaultTrial.DESCRIBED.toString()));
            }
            Job next = start(arguments.toArray(String[]::new));
            assertThat(next.exitCode()).as("%s", said(next)).isZero();
        }
        if (silent.isEmpty()) {
            site.assertNothingLeft();
        }
        await().atMost(PROMPTLY).untilAsserted(() -> {
            site.assertNothingLeft();
            assertThat(belongings.left()).as("kept by the kernel").isEmpty();
        });
    }

    private static String failure(JsonObject line) {
        return line.has("failure")
                ? line.getAsJsonObject("failure").get("message").getAsString()
                : "";
    }

    private static String said(Job job) throws IOException {
        return String.join("\n", job.err());
    }
}
