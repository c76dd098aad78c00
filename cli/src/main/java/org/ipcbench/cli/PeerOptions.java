package org.ipcbench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.PeerMemory;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.workload.Extent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that starts peers. */
final class PeerOptions {
    static final String JVM = "--jvm";

    /** With this, five iterations of every standard transport take a minute or two. */
    private static final Duration BRIEF_WARM_UP = Duration.ofMillis(400);

    /** By then the compilers of both peers are at rest for most transports, even where the peers share a CPU. */
    private static final Duration THOROUGH_WARM_UP = Duration.ofSeconds(1);

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description =
                    "Longest warm-up of an iteration; load then rehearses its schedule for as long at most (default: half"
                            + " of --duration, but at least 400ms and at most 1s).")
    private @Nullable Duration warmUp;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Converters.Timeout.class,
            description = "Time without progress after which an iteration fails (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ZERO;

    @Option(
            names = JVM,
            paramLabel = "JAVA_HOME",
            converter = Converters.JvmHome.class,
            description = "Java home or java command of the peers, 17 or later (default: the JVM of this program).")
    Jvm jvm = Jvm.current();

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            converter = Converters.Words.class,
            arity = "1",
            description = "JVM arguments for the peers, quoted: --jvm-args=\"-Xint -Xlog:gc:stderr\" (default: none).")
    List<String> jvmArguments = List.of();

    @Option(
            names = "--locale",
            paramLabel = "de|en",
            converter = Converters.Language.class,
            completionCandidates = Converters.Language.class,
            description = "Language of summaries, advice and menu (default: the system's).")
    Locale locale = Locale.getDefault(Locale.Category.DISPLAY);

    @Option(names = PluginOption.NAME, paramLabel = "JAR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    /**
     * The longest warm-up: what the user asked for, else half of the measured part within limits. Who measures for seconds wants
     * the compilers to rest first, and who measures briefly wants an answer soon.
     */
    Duration longestWarmUp(Extent measured) {
        if (warmUp != null) {
            return warmUp;
        }
        Duration half = measured instanceof Extent.Period period ? Duration.ofNanos(period.nanos() / 2) : Duration.ZERO;
        Duration atLeast = half.compareTo(BRIEF_WARM_UP) < 0 ? BRIEF_WARM_UP : half;
        return atLeast.compareTo(THOROUGH_WARM_UP) > 0 ? THOROUGH_WARM_UP : atLeast;
    }

    /** Addresses that every peer reserves; 0 where the user tells its JVM something, which may be how much. */
    long leastAddressBytes() {
        return jvmArguments.isEmpty() ? PeerMemory.MIN_ADDRESS_BYTES : 0;
    }

    PeerSettings settings(CliContext context) {
        return new PeerSettings(jvm, jvmArguments, context.classPath(), timeout).observedBy(context.observer());
    }
}
