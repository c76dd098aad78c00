package org.ipcbench.cli.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Sides;

/**
 * A run with faults: two cells of one transport, measured in turn, with at most one fault in each iteration.
 *
 * @param transport its id
 * @param sides whether client and server are threads of one process, which is the server's
 * @param faults by iteration, in the order of measuring; an iteration without fault has to be measured
 * @param published what a publisher, which is the server then, does with a message for a subscriber whose room is full; empty for other questions
 */
record FaultTrial(String transport, Sides sides, List<Optional<Fault>> faults, Optional<Policy> published) {
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** What is reported is reported within this time after the time-out. */
    static final Duration REPORT = Duration.ofSeconds(15);

    static final Path DESCRIBED = SampleJar.SAMPLES.resolve("described");

    private static final String NONE = "none";
    private static final String SEPARATOR = ",";

    private static final int CELLS = 2;

    FaultTrial {
        faults = List.copyOf(faults);
    }

    /** A trial with faults as {@link Fault#parse} reads them. */
    static FaultTrial of(String transport, String... faults) {
        return of(transport, Sides.PROCESSES, faults);
    }

    /** The suite's transports, and the samples that are described. */
    static TransportRegistry registry() {
        return new Plugins(List.of(DESCRIBED)).launcher().registry();
    }

    static FaultTrial of(String transport, Sides sides, String... faults) {
        return new FaultTrial(transport, sides, parse(String.join(SEPARATOR, faults)), Optional.empty());
    }

    /** A trial of a publisher and its subscribers, which are threads of the client. */
    static FaultTrial publishing(String transport, Policy policy, String... faults) {
        return new FaultTrial(transport, Sides.PROCESSES, parse(String.join(SEPARATOR, faults)), Optional.of(policy));
    }

    static List<Optional<Fault>> parse(String text) {
        return Stream.of(text.split(SEPARATOR, -1))
                .map(fault -> fault.equals(NONE) ? Optional.<Fault>empty() : Optional.of(Fault.parse(fault)))
                .toList();
    }

    String text() {
        return faults.stream()
                .map(fault -> fault.map(Fault::toString).orElse(NONE))
                .collect(Collectors.joining(SEPARATOR));
    }

    /** What ends the run, if anything does. */
    Optional<Fault> end() {
        return faults.stream()
                .flatMap(Optional::stream)
                .filter(Fault::endsTheRun)
                .findFirst();
    }

    /** The command line. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                published.isPresent() ? "publish" : startsServer() ? "latency" : "throughput",
                "--verbose",
                "-t",
                transport,
                "--sides",
                sides.label(),
                "-s",
                "1024,2048",
                "-i",
                Integer.toString((faults.size() + CELLS - 1) / CELLS),
                "--duration",
                "2s", // long enough for a look at the processes, on a busy machine
                "--warmup",
                "300ms",
                "--timeout",
                TIMEOUT.toSeconds() + "s",
                // has every process say a last word
                "--jvm-args=-Xlog:gc+init=info:stderr"));
        published.ifPresent(policy -> arguments.addAll(List.of("--slow", "1x5ms", "--when-full", policy.label())));
        if (startsServer()) {
            arguments.addAll(List.of("--program", "cat"));
        }
        return arguments;
    }

    /** Whether the peers are programs of a directory. */
    boolean isDescribed() {
        return registry().named(transport).ownPeers().isPresent();
    }

    /** Such a transport answers calls alone, by a command that every machine has. */
    private boolean startsServer() {
        return TransportRegistry.load().all().stream()
                .anyMatch(each -> each.id().equals(transport) && each.traits().startsServer());
    }

    @Override
    public String toString() {
        return transport
                + published.map(policy -> " publishing with " + policy.label()).orElse("")
                + (sides == Sides.THREADS ? " in threads " : " ")
                + text();
    }
}
