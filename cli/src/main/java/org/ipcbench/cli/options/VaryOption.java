package org.ipcbench.cli.options;

import java.util.Optional;
import org.ipcbench.run.program.Variation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for what a run compares besides transports. */
public final class VaryOption {
    public static final String NAME = "--vary";

    @Option(
            names = NAME,
            paramLabel = "KEY=LIST",
            description = "Measure each cell with several JVMs (jvm=HOME,HOME), JVM arguments"
                    + " (jvm-args='-XX:+UseSerialGC,-XX:+UseZGC'),"
                    + " builds of this program (jar=JAR,JAR) or prefixes of the server's command"
                    + " (via='none,ip netns exec b') in every round, and compare them with the first; quote"
                    + " values that hold commas (default: none).")
    @Nullable
    public Variation variation;

    /** The variation, if one was asked for. */
    public Optional<Variation> given() {
        return Optional.ofNullable(variation);
    }
}
