package org.ipcbench.cli;

import java.nio.file.Path;
import java.util.List;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.transport.TransportRegistry;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that measures understands. */
final class RunOptions {

    /**
     * What the commands get from outside.
     *
     * @param terminal where they write
     * @param registry which transports there are
     * @param classPath where the peers find their classes
     */
    record Dependencies(Terminal terminal, TransportRegistry registry, String classPath) {}

    @Option(
            names = {"-t", "--transports"},
            paramLabel = "LIST",
            completionCandidates = TransportCandidates.class,
            description = "Ids or groups between commas: ${COMPLETION-CANDIDATES}.")
    @Nullable
    String transports;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "output",
            converter = Converters.Directory.class,
            description = "Where runs leave their files; default: ${DEFAULT-VALUE}.")
    Path output = Path.of("output");

    @Option(
            names = "--buffer",
            paramLabel = "LIST",
            converter = Converters.Sizes.Converter.class,
            description = "Sizes of the buffer that the transport has, such as 64K or 4K..1M; default: its own."
                    + " What it sets is in docs/transports.md; a transport without such a buffer is unsupported.")
    Converters.Sizes bufferSizes = new Converters.Sizes(List.of(Cell.DEFAULT_BUFFER));

    @Option(
            names = "--placement",
            paramLabel = "PLACEMENTS", // no other option's: the completion script names its candidates after it
            converter = Converters.Placements.Converter.class,
            completionCandidates = PlacementCandidates.class,
            description = "Where the peers run, one or several between commas: " + Placement.ALLOWED
                    + "; default: the kernel decides.")
    Converters.Placements placements = new Converters.Placements(List.of(Placement.DEFAULT));

    @Mixin
    PeerOptions peers = new PeerOptions();

    @Option(
            names = "--no-progress",
            description = "Shows no progress bar; there is none either where stderr is no terminal.")
    boolean noProgress;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Seed.class,
            description = "Decides the order of measuring; default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(names = "--dry-run", description = "Shows what would be measured, and what it would take.")
    boolean dryRun;

    @Option(
            names = "--verbose",
            description =
                    "Says on stderr when each iteration begins to measure, and where its time went: start, connect, warm-up, measure, close.")
    boolean verbose;
}
