package org.ipcbench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ipcbench.plan.Cell;
import org.ipcbench.process.Jvm;
import org.ipcbench.process.Launcher;
import org.ipcbench.process.Placement;
import org.ipcbench.transport.TransportRegistry;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "500ms",
            converter = Converters.Time.class,
            description = "The longest warm-up of an iteration; default: ${DEFAULT-VALUE}.")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Converters.Timeout.class,
            description = "An iteration without progress for this long has failed; default: ${DEFAULT-VALUE}.")
    Duration timeout = Duration.ZERO;

    @Option(
            names = "--jvm",
            paramLabel = "JAVA_HOME",
            converter = Converters.JavaHome.class,
            description = "The Java installation of the peers, 17 or later; default: the one this program runs on.")
    Jvm jvm = Jvm.current();

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            converter = Converters.Words.class,
            arity = "1",
            description = "JVM arguments for the peers, in one word: --jvm-args=\"-Xint -Xlog:gc:stderr\".")
    List<String> jvmArguments = List.of();

    @Option(
            names = "--locale",
            paramLabel = "de|en",
            converter = Converters.Language.class,
            description = "The language of the summaries; default: that of the system.")
    Locale locale = Locale.getDefault(Locale.Category.FORMAT);

    @Option(
            names = "--no-progress",
            description = "Shows no progress bar; there is none either where stderr is no terminal.")
    boolean noProgress;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides the order of measuring; default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(names = "--dry-run", description = "Shows what would be measured, and what it would take.")
    boolean dryRun;

    @Option(
            names = "--verbose",
            description =
                    "Says on stderr where the time of each iteration went: start, connect, warm-up, measure, close.")
    boolean verbose;

    @Option(names = Plugins.OPTION, paramLabel = "JAR", description = Plugins.DESCRIPTION)
    List<Path> plugins = List.of();

    Launcher launcher(Dependencies dependencies) {
        return new Launcher(jvm, jvmArguments, dependencies.classPath(), timeout);
    }
}
