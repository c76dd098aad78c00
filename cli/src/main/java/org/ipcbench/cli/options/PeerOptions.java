package org.ipcbench.cli.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.PeerRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that starts peers. */
public final class PeerOptions {
    public static final String JVM = "--jvm";

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description =
                    "Time limit of an iteration's warm-up, and then of load's rehearsal of its schedule (default: 1s, of connect 10s;"
                            + " most end sooner).")
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
            description = "Java home or java command of the peers, 17 or later (default: the JVM of this program).")
    @Nullable
    Jvm jvm;

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
            converter = NamedChoices.Language.class,
            completionCandidates = NamedChoices.Language.class,
            description = "Language of summaries, advice and menu (default: the system's).")
    public Locale locale = Locale.getDefault(Locale.Category.DISPLAY);

    @Option(names = PluginOption.NAME, paramLabel = "JAR|DIR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    /** The request of these options, with a variation if there is one. */
    public PeerRequest request(Optional<Variation> variation) {
        return request(variation, Prefixes.NONE);
    }

    /** The request of these options for peers behind these prefixes. */
    PeerRequest request(Optional<Variation> variation, Prefixes prefixes) {
        return new PeerRequest(
                Optional.ofNullable(jvm),
                jvmArguments,
                timeout,
                Optional.ofNullable(warmUp),
                Pin.THREAD,
                variation,
                prefixes);
    }

    /** The option for jars with transports of third parties. It is read before the rest of the command line. */
    public static final class PluginOption {
        public static final String NAME = "--plugin";
        public static final String DESCRIPTION =
                "Jar with transports of your own, or directory that describes some, see docs/your-own-transport.md; repeatable.";

        private PluginOption() {}

        /**
         * The plugins that a command line names.
         *
         * @throws IllegalArgumentException if one is not a readable jar
         */
        public static Plugins plugins(String... arguments) {
            List<Path> jars = new ArrayList<>();
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i].startsWith(NAME + "=")) {
                    jars.add(Plugins.existing(arguments[i].substring(NAME.length() + 1)));
                } else if (arguments[i].equals(NAME) && i + 1 < arguments.length) {
                    jars.add(Plugins.existing(arguments[i + 1]));
                }
            }
            return new Plugins(jars);
        }
    }
}
