package org.ipcbench.run.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;

/** One of the values of {@code --vary}: what it changes, and what people call it. */
public sealed interface VariedValue {

    /** What tables and files call it. */
    String label();

    /** What tells it from others, wherever it lies on a machine. */
    String mark() throws IOException;

    /** What may tell it from others of the same label, the most telling first. */
    List<String> details();

    /**
     * The settings of its peers.
     *
     * @param settings those of all peers
     * @param plugins jars that every class path ends with
     */
    PeerSettings change(PeerSettings settings, List<Path> plugins);

    /** Another Java installation. */
    record OfJvm(Jvm jvm) implements VariedValue {
        static OfJvm of(String text) throws IOException {
            Jvm found = JavaHome.parse(text);
            return new OfJvm(new Jvm(found.home().toRealPath(), found.version()));
        }

        @Override
        public String label() {
            return "JDK " + jvm.version();
        }

        @Override
        public String mark() {
            return label();
        }

        @Override
        public List<String> details() {
            return List.of(jvm.home().getFileName().toString());
        }

        @Override
        public PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.withJvm(jvm);
        }
    }

    /** Further JVM arguments; none for peers that stay as they are. */
    record OfArguments(List<String> arguments) implements VariedValue {
        private static final String NO_ARGUMENTS = "unchanged";

        public OfArguments {
            arguments = List.copyOf(arguments);
        }

        static OfArguments of(String text) {
            List<String> words = JvmArguments.parse(text);
            if (!words.isEmpty() && !words.get(0).startsWith("-")) {
                throw new IllegalArgumentException(
                        "'%s' is not a JVM argument; quote values that hold commas: --vary \"jvm-args='-Xlog:gc,safepoint',-Xint\""
                                .formatted(text));
            }
            return new OfArguments(words);
        }

        /** Without secrets, since labels are in every file of a run. */
        @Override
        public String label() {
            return arguments.isEmpty() ? NO_ARGUMENTS : String.join(" ", new EnvironmentProbe().published(arguments));
        }

        @Override
        public String mark() {
            return label();
        }

        @Override
        public List<String> details() {
            return List.of();
        }

        @Override
        public PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.withArguments(arguments);
        }
    }

    /** Another build of the suite. */
    record OfJar(SuiteJar jar) implements VariedValue {
        static OfJar of(String text) throws IOException {
            return new OfJar(SuiteJar.at(text));
        }

        @Override
        public String label() {
            return jar.version();
        }

        @Override
        public String mark() throws IOException {
            return JarDigest.of(jar.file());
        }

        @Override
        public List<String> details() {
            return List.of(jar.commit(), jar.file().getFileName().toString());
        }

        @Override
        public PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.withClassPath(Stream.concat(Stream.of(jar.file()), plugins.stream())
                    .map(entry -> entry.toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator)));
        }
    }
}
