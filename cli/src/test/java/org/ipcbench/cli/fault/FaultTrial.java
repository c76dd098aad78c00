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
 * @param life what the run measures
 * @param sides whether client and server are threads of one process, which is the server's
 * @param faults by iteration, in the order of measuring; an iteration without fault has to be measured
 */
record FaultTrial(String transport, Life life, Sides sides, List<Optional<Fault>> faults) {
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** What is reported is reported within this time after the time-out. */
    static final Duration REPORT = Duration.ofSeconds(15);

    static final Path DESCRIBED = SampleJar.SAMPLES.resolve("described");

    private static final String NONE = "none";
    private static final String SEPARATOR = ",";

    private static final int CELLS = 2;

    /**
     * What processes a run has, and what they do.
     *
     * @param line the command, and what it has besides
     */
    record Life(String line) {
        static final Life STREAM = new Life("throughput");

        /** Several servers share a queue. */
        static final Life WORKERS = new Life("load --rate 500 --in-flight 8 --workers 3");

        /** The auxiliary process is a relay. */
        static final Life RELAY = new Life("latency --relay c");

        /** The server is stopped, and the client does not know. */
        static final Life DEATH = new Life("fail --event server:stop");

        /** The server is a publisher; its subscribers are threads of the client, one of them slow. */
        static Life publishing(Policy whenFull) {
            return new Life("publish --slow 1x5ms --when-full " + whenFull.label());
        }

        private boolean isDeath() {
            return equals(DEATH);
        }

        private List<String> words() {
            return List.of(line.split(" ", -1));
        }
    }

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
        return new FaultTrial(transport, Life.STREAM, sides, parse(String.join(SEPARATOR, faults)));
    }

    static FaultTrial of(String transport, Life life, String... faults) {
        return new FaultTrial(transport, life, Sides.PROCESSES, parse(String.join(SEPARATOR, faults)));
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
                startsServer() ? "latency" : life.words().get(0),
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
                life.isDeath() ? "3s" : "2s", // long enough for a look at the processes, on a busy machine
                "--warmup",
                "300ms",
                "--timeout",
                TIMEOUT.toSeconds() + "s",
                // has every process say a last word
                "--jvm-args=-Xlog:gc+init=info:stderr"));
        arguments.addAll(life.words().subList(1, life.words().size()));
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
                + (life.equals(Life.STREAM) ? "" : " by " + life.line())
                + (sides == Sides.THREADS ? " in threads " : " ")
                + text();
    }
}
