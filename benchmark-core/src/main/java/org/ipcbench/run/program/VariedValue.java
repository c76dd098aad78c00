package org.ipcbench.run.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.ipcbench.control.ControlProtocol;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.run.program.Plugins.FilePath;
import org.ipcbench.text.CommandWords;
import org.ipcbench.text.Quantity;
import org.ipcbench.text.Sha256;
import org.jspecify.annotations.Nullable;

/** One of the values of {@code --vary}, with its changes and its label. */
public sealed interface VariedValue {

    /** The value's name in tables and files. */
    String label();

    /** An identity of the value that does not depend on its path. */
    String identity() throws IOException;

    /** Details that may distinguish the value from others with the same label, the most useful one first. */
    List<String> details();

    /**
     * The settings of this value's peers.
     *
     * @param settings common settings of all peers
     * @param plugins jars at the end of every class path
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
        public String identity() {
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

    /** Additional JVM arguments; empty for unchanged peers. */
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

        /** Returns the label without secrets, because labels are in every file of a run. */
        @Override
        public String label() {
            return arguments.isEmpty() ? NO_ARGUMENTS : String.join(" ", new EnvironmentProbe().published(arguments));
        }

        @Override
        public String identity() {
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
        public String identity() throws IOException {
            return new Sha256().add(jar.file()).hex();
        }

        @Override
        public List<String> details() {
            return List.of(jar.commit(), jar.file().getFileName().toString());
        }

        @Override
        public PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.withClassPath(
                    Stream.concat(Stream.of(jar.file()), plugins.stream().filter(Files::isRegularFile))
                            .map(entry -> entry.toAbsolutePath().toString())
                            .collect(Collectors.joining(File.pathSeparator)));
        }
    }

    /** Something else between the launcher and its peers. */
    sealed interface Behind extends VariedValue {
        /** The prefixes of both peers, if these are common to all variants. */
        Prefixes prefixes(Prefixes common);

        /** Returns a copy with the prefixes of both peers, as a survey has found them. */
        VariedValue surveyed(Optional<Prefixes> prefixes);

        @Override
        default List<String> details() {
            return List.of();
        }

        @Override
        default PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.behind(prefixes(settings.prefixes()));
        }
    }

    /** Other programs of the peers. */
    record OfPeers(PeerProgram client, PeerProgram server, Optional<Prefixes> surveyed) implements Behind {
        /** Both are this program. */
        public static final OfPeers JAVA = new OfPeers(PeerProgram.JAVA, PeerProgram.JAVA, Optional.empty());

        /** Reads the program of both, or {@code CLIENT:SERVER}. */
        public static OfPeers of(String text) {
            int colon = text.indexOf(':');
            PeerProgram server = PeerPrograms.parse(text.substring(colon + 1));
            return new OfPeers(
                    colon < 0 ? server : PeerPrograms.parse(text.substring(0, colon)), server, Optional.empty());
        }

        @Override
        public Prefixes prefixes(Prefixes common) {
            return surveyed.orElseGet(() -> common.running(client, server));
        }

        @Override
        public VariedValue surveyed(Optional<Prefixes> prefixes) {
            return new OfPeers(client, server, prefixes);
        }

        @Override
        public String label() {
            return client.equals(server) ? server.name() : client.name() + ":" + server.name();
        }

        @Override
        public String identity() {
            return label();
        }
    }

    /**
     * Another prefix in front of the server.
     *
     * @param surveyed the prefixes of both peers, as soon as a survey has found them
     */
    record OfVia(Prefix server, Optional<Prefixes> surveyed) implements Behind {
        private static final String NO_PREFIX = "none";

        static OfVia of(String text) {
            return new OfVia(
                    text.equals(NO_PREFIX) ? Prefix.NONE : Prefix.of(CommandWords.parse(text)), Optional.empty());
        }

        @Override
        public Prefixes prefixes(Prefixes common) {
            return surveyed.orElseGet(() -> common.withServer(server));
        }

        @Override
        public VariedValue surveyed(Optional<Prefixes> prefixes) {
            return new OfVia(server, prefixes);
        }

        /** Returns the label without secrets, because labels are in every file of a run. */
        @Override
        public String label() {
            return server.isNone()
                    ? NO_PREFIX
                    : String.join(" ", new EnvironmentProbe().publishedCommand(server.command()));
        }

        @Override
        public String identity() {
            return label();
        }
    }

    /** Something that runs beside the peers. */
    record OfNeighbour(Neighbour neighbour) implements VariedValue {
        private static final String NOBODY = "none";

        static final String HEAP = "heap:";
        private static final long MIB = 1 << 20;

        private static final Pattern RATE_AND_LIVE = Pattern.compile("([^,]+)/s,([^,]+)");

        private static final Quantity RATE =
                new Quantity("an amount of memory, such as 500M", Quantity.BYTE_UNITS, 1 << 20, 1L << 34, "1M and 16G");

        private static final Quantity LIVE =
                new Quantity("an amount of memory, such as 1G", Quantity.BYTE_UNITS, 1 << 20, 1L << 36, "1M and 64G");

        static OfNeighbour of(String text) {
            if (text.equals(NOBODY)) {
                return new OfNeighbour(Neighbour.NONE);
            }
            if (text.startsWith(HEAP)) {
                return new OfNeighbour(new Neighbour(List.of(), Optional.of(heap(text.substring(HEAP.length())))));
            }
            List<String> command = CommandWords.parse(text);
            requireCommand(command.get(0));
            if (!CommandWords.isCommand(Neighbour.SESSION)) {
                throw new IllegalArgumentException(
                        "a neighbour needs the command %s; install util-linux".formatted(Neighbour.SESSION));
            }
            return new OfNeighbour(new Neighbour(command, Optional.empty()));
        }

        private static HeapLoad heap(String text) {
            Matcher form = RATE_AND_LIVE.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "'%s%s' lacks a rate and what lives, such as heap:500M/s,1G".formatted(HEAP, text));
            }
            return new HeapLoad(RATE.read(form.group(1)), LIVE.read(form.group(2)));
        }

        private static String bytes(long number) {
            return number % MIB == 0 ? number / MIB + "M" : Long.toString(number);
        }

        private static void requireCommand(String name) {
            if (!CommandWords.isCommand(name)) {
                throw new IllegalArgumentException(
                        "'%s' is not a command of this machine; give one such as 'stress-ng --cpu 2', or none"
                                .formatted(name));
            }
        }

        /** Returns the label without secrets, because labels are in every file of a run. */
        @Override
        public String label() {
            return neighbour.isProcess()
                    ? String.join(" ", new EnvironmentProbe().publishedCommand(neighbour.command()))
                    : neighbour
                            .heap()
                            .map(heap ->
                                    "%s%s/s,%s".formatted(HEAP, bytes(heap.bytesPerSecond()), bytes(heap.liveBytes())))
                            .orElse(NOBODY);
        }

        @Override
        public String identity() {
            return label();
        }

        @Override
        public List<String> details() {
            return List.of();
        }

        @Override
        public PeerSettings change(PeerSettings settings, List<Path> plugins) {
            return settings.beside(neighbour);
        }
    }

    /**
     * The runnable jar of another build of this suite, whose peers this launcher can start.
     *
     * @param file its absolute path
     * @param version the version in its properties
     * @param commit its Git commit, abbreviated; empty if unknown
     */
    record SuiteJar(Path file, String version, String commit) {

        /**
         * Examines a jar.
         *
         * @throws IllegalArgumentException if it is not a jar of this suite, or its peers would not understand this launcher
         */
        public static SuiteJar at(String text) throws IOException {
            Path file = Plugins.existingJar(text).toRealPath();
            Plugins.requireNoSeparator(file);
            Properties suite = new Properties();
            try (JarFile jar = new JarFile(file.toFile())) {
                ZipEntry entry = jar.getEntry(SuiteVersion.ENTRY);
                if (entry == null) {
                    throw notOfThisSuite(text, null);
                }
                try (InputStream properties = jar.getInputStream(entry)) {
                    suite.load(properties);
                } catch (IllegalArgumentException e) { // a malformed escape
                    throw notOfThisSuite(text, e);
                }
            }
            SuiteJar found = new SuiteJar(file, SuiteVersion.version(suite), SuiteVersion.commit(suite));
            found.requireProtocol(text);
            return found;
        }

        private void requireProtocol(String text) {
            Optional<String> difference;
            try {
                difference = ControlProtocol.current().difference(ControlProtocol.in(file));
            } catch (IOException e) {
                throw notOfThisSuite(text, e);
            }
            if (difference.isPresent()) {
                throw new IllegalArgumentException(
                        "'%s' (%s) has another control protocol: %s differs; give a build whose peers this program understands"
                                .formatted(text, version, difference.get()));
            }
        }

        private static IllegalArgumentException notOfThisSuite(String text, @Nullable Exception cause) {
            return new IllegalArgumentException(
                    "'%s' is not a runnable jar of this suite; give the ipc-benchmarktest.jar of another build"
                            .formatted(text),
                    cause);
        }
    }

    /** Reads the text that names a Java installation: its directory or its command. */
    public static final class JavaHome {
        private static final Path COMMAND = Path.of("bin", "java");

        private JavaHome() {}

        /**
         * Examines the installation.
         *
         * @throws IllegalArgumentException if it is not Java 17 or later
         */
        public static Jvm parse(String text) throws IOException {
            return Jvm.at(home(FilePath.parse(text)));
        }

        /**
         * The installation of a {@code bin/java}, which may be a link such as {@code /usr/bin/java}; otherwise the path itself.
         */
        private static Path home(Path given) throws IOException {
            if (!given.endsWith(COMMAND) || !Files.isRegularFile(given)) {
                return given;
            }
            Path command = given.toRealPath();
            return command.endsWith(COMMAND) ? command.resolve("../..").normalize() : given;
        }
    }

    /** Reads the text of several JVM arguments. */
    public static final class JvmArguments {
        private JvmArguments() {}

        /** Splits at white space. */
        public static List<String> parse(String text) {
            return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
        }
    }
}
