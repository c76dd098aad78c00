package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.run.program.Variation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for what a run compares besides transports. */
public final class VaryOption {
    public static final String NAME = "--vary";
    public static final String FAIL_ON = "--fail-on";

    @Option(
            names = NAME,
            paramLabel = "KEY=LIST",
            description = "Measure each cell with several JVMs (jvm=HOME,HOME), JVM arguments"
                    + " (jvm-args='-XX:+UseSerialGC,-XX:+UseZGC'),"
                    + " builds of this program (jar=JAR,JAR), prefixes of the server's command"
                    + " (via='none,ip netns exec b'), programs of the peers (peer=java,c,java:c, the client's"
                    + " first) or neighbours (beside='none,stress-ng --cpu 2,heap:500M/s,1G': on their CPUs, or in the"
                    + " server's heap) in every round, and compare them with the first; quote"
                    + " values that hold commas (default: none).")
    @Nullable
    Variation variation;

    @Option(
            names = FAIL_ON,
            paramLabel = "FIGURE:PERCENT",
            split = ",",
            description =
                    "With --vary: exit code 1 if a cell is certainly slower than in the first variant by more than"
                            + " this, such as slower:5%%, or its p99 longer (p99-slower:20%%, p99.99-slower:20%%); 2 if a cell could not be compared; 125 if one is not certain"
                            + " (default: differences do not change the exit code).")
    public List<Gate> gates = List.of();

    /** The variation, if one was asked for. */
    public Optional<Variation> given() {
        return Optional.ofNullable(variation);
    }
}
