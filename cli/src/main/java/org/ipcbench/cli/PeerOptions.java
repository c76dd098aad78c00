package org.ipcbench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.PeerSettings;
import picocli.CommandLine.Option;

/** What every command that starts peers understands. */
final class PeerOptions {
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
            completionCandidates = Converters.Language.Candidates.class,
            description = "The language of summaries and menu; default: that of the system.")
    Locale locale = Locale.getDefault(Locale.Category.FORMAT);

    @Option(names = Plugins.OPTION, paramLabel = "JAR", description = Plugins.DESCRIPTION)
    List<Path> plugins = List.of();

    PeerSettings launcher(RunOptions.Dependencies dependencies) {
        return new PeerSettings(jvm, jvmArguments, dependencies.classPath(), timeout);
    }
}
