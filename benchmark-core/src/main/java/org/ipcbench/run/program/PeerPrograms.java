package org.ipcbench.run.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.run.program.Plugins.FilePath;
import org.ipcbench.scratch.CacheDirectory;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Sha256;

/**
 * The programs that can play a peer: this one, those that come with it, and any other one by its path.
 *
 * @param cache keeps those that come with it, ready to run
 */
public record PeerPrograms(CacheDirectory cache) {
    private static final String RESOURCES = "/peers/";
    private static final String BUILDING = "building-";
    private static final String PROGRAM = "peer-%s-%s";

    /** Longer than any run. */
    private static final Duration UNUSED = Duration.ofDays(30);

    /** Seconds even on a small machine, but an emulated or crowded one takes minutes. */
    private static final long BUILD_SECONDS = 600;

    private static final int DIGEST_BYTES = 8;

    /** The programs in the cache of this user. */
    public static PeerPrograms ofThisUser() {
        return new PeerPrograms(CacheDirectory.ofThisUser());
    }

    /** Reads the name or path of a program. */
    public static PeerProgram parse(String text) {
        if (text.equals(PeerProgram.JAVA.name())) {
            return PeerProgram.JAVA;
        }
        if (PeerLanguage.labelled(text).isPresent()) {
            return new PeerProgram(text, List.of());
        }
        if (!text.contains("/")) {
            List<String> names = Stream.concat(
                            Stream.of(PeerProgram.JAVA.name()),
                            Stream.of(PeerLanguage.values()).map(PeerLanguage::label))
                    .toList();
            throw new IllegalArgumentException(new NearestName(names)
                    .refusal(
                            text,
                            " is not a peer.",
                            "%s, or the path of a program, such as ./%s".formatted(String.join(", ", names), text)));
        }
        Path program = FilePath.parse(text).toAbsolutePath();
        if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
            throw new IllegalArgumentException("'%s' is not an executable file".formatted(text));
        }
        return new PeerProgram(String.valueOf(program.getFileName()), List.of(program.toString()));
    }

    /** Returns the program with its command; it is built if it was not built before from the same sources. */
    public PeerProgram ready(PeerProgram program) throws UnavailablePeerException, InterruptedException {
        Optional<PeerLanguage> language =
                program.command().isEmpty() ? PeerLanguage.labelled(program.name()) : Optional.empty();
        return language.isEmpty() ? program : new PeerProgram(program.name(), command(language.get()));
    }

    /** The command of the relay in C, with its addresses to be filled in; it is built if it was not built before. */
    public List<String> relay() throws UnavailablePeerException, InterruptedException {
        List<String> words = new ArrayList<>(command(PeerLanguage.C));
        words.addAll(List.of("--relay", "{in}", "{out}"));
        return words;
    }

    private List<String> command(PeerLanguage language) throws UnavailablePeerException, InterruptedException {
        String tool = language.tools().stream()
                .flatMap(name -> onPath(name).stream())
                .findFirst()
                .orElseThrow(() -> new UnavailablePeerException("the peer in %s needs %s; %s"
                        .formatted(language.label(), String.join(" or ", language.tools()), language.remedy())));
        try {
            cache.open();
            Path program = cache.path().resolve(PROGRAM.formatted(language.label(), digest(language, tool)));
            if (Files.isExecutable(program)) {
                Files.setLastModifiedTime(program, FileTime.from(Instant.now())); // in use: others are removed first
            } else {
                build(language, tool, program);
                removeUnused(language);
            }
            return language.command(tool, program);
        } catch (IOException e) {
            throw new UnavailablePeerException(
                    "the peer in %s cannot be kept in the cache: %s".formatted(language.label(), e.getMessage()));
        }
    }

    private static Optional<String> onPath(String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .map(directory -> Path.of(directory).resolve(name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** Two runs may build the program at the same time: it is moved into the cache as a whole. */
    private void build(PeerLanguage language, String tool, Path program)
            throws IOException, UnavailablePeerException, InterruptedException {
        removeLeftOvers();
        Path directory = Files.createTempDirectory(cache.path(), BUILDING);
        try {
            for (String source : language.sources()) {
                try (InputStream content = source(language, source)) {
                    Files.copy(content, directory.resolve(source));
                }
            }
            Path made = directory.resolve("peer");
            run(language, language.building(tool, made), directory);
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
            Files.move(made, program, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            OwnFiles.deleteTree(directory);
        }
    }

    /** Removes what builds left whose launcher was killed. */
    private void removeLeftOvers() throws IOException {
        Instant old = Instant.now().minusSeconds(2 * BUILD_SECONDS);
        try (DirectoryStream<Path> builds = Files.newDirectoryStream(cache.path(), BUILDING + "*")) {
            for (Path build : builds) {
                if (Files.getLastModifiedTime(build).toInstant().isBefore(old)) {
                    OwnFiles.deleteTree(build);
                }
            }
        } catch (NoSuchFileException e) {
            // another launcher has just removed it
        }
    }

    /** Removes programs from other sources, or by another compiler, that no run can be using any more. */
    private void removeUnused(PeerLanguage language) throws IOException {
        Instant unused = Instant.now().minus(UNUSED);
        try (DirectoryStream<Path> programs =
                Files.newDirectoryStream(cache.path(), PROGRAM.formatted(language.label(), "*"))) {
            for (Path program : programs) {
                if (Files.getLastModifiedTime(program).toInstant().isBefore(unused)) {
                    OwnFiles.deleteFile(program);
                }
            }
        } catch (NoSuchFileException e) {
            // another launcher has just removed it
        }
    }

    private static void run(PeerLanguage language, List<String> words, Path directory)
            throws IOException, UnavailablePeerException, InterruptedException {
        File output = directory.resolve("output").toFile();
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            if (!process.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
                throw new UnavailablePeerException(
                        "the peer in %s: %s has not built it within %d s; repeat this while less runs on this machine"
                                .formatted(language.label(), words.get(0), BUILD_SECONDS));
            }
            if (process.exitValue() != 0) {
                String said = Files.readString(output.toPath(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("error"))
                        .findFirst()
                        .orElse("exit code " + process.exitValue());
                throw new UnavailablePeerException("the peer in %s cannot be built by %s: %s; %s"
                        .formatted(language.label(), words.get(0), said.strip(), language.remedy()));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly); // a compiler has others work for it
            process.destroyForcibly();
        }
    }

    private static InputStream source(PeerLanguage language, String name) throws IOException {
        String path = RESOURCES + language.label() + "/" + name;
        InputStream content = PeerPrograms.class.getResourceAsStream(path);
        if (content == null) {
            throw new IOException("this build lacks " + path);
        }
        return content;
    }

    /** Digest of all that the program is made of. */
    private static String digest(PeerLanguage language, String tool) throws IOException {
        Sha256 digest =
                new Sha256().add(String.join(" ", language.building(tool, Path.of(System.getProperty("os.arch")))));
        for (String source : language.sources()) {
            try (InputStream content = source(language, source)) {
                digest.add(content);
            }
        }
        return digest.hex(DIGEST_BYTES);
    }

    /** The languages of the peers that come with this program, besides its own. */
    private enum PeerLanguage {
        /** Compiled when it is first used. */
        C(
                "peer.h message.h peer.c link.c measure.c objects.c clocks.c transports.c ring.c relay.c",
                "cc gcc clang",
                "install gcc or clang, with the headers of the C library (libc6-dev)") {
            @Override
            List<String> building(String tool, Path program) {
                return List.of(
                        tool,
                        "-O2",
                        "-o",
                        program.toString(),
                        "peer.c",
                        "link.c",
                        "measure.c",
                        "objects.c",
                        "clocks.c",
                        "transports.c",
                        "ring.c",
                        "relay.c",
                        "-pthread",
                        "-lm",
                        "-lrt",
                        "-ldl");
            }

            @Override
            List<String> command(String tool, Path program) {
                return List.of(program.toString());
            }
        },
        /** Interpreted, with the standard library alone. */
        PYTHON("ipcbench_peer.py", "python3", "install Python 3.8 or later") {
            @Override
            List<String> building(String tool, Path program) {
                return List.of("cp", "ipcbench_peer.py", program.toString());
            }

            @Override
            List<String> command(String tool, Path program) {
                return List.of(tool, "-I", "-B", program.toString());
            }
        };

        /** Names, separated by blanks. */
        private final String sources;

        private final String tools;
        private final String remedy;

        PeerLanguage(String sources, String tools, String remedy) {
            this.sources = sources;
            this.tools = tools;
            this.remedy = remedy;
        }

        /** The language with this label; empty if there is none. */
        static Optional<PeerLanguage> labelled(String label) {
            return Stream.of(values())
                    .filter(language -> language.label().equals(label))
                    .findFirst();
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The names of its files in the jar. */
        List<String> sources() {
            return List.of(sources.split(" ", -1));
        }

        /** The commands one of which it needs, the best one first. */
        List<String> tools() {
            return List.of(tools.split(" ", -1));
        }

        String remedy() {
            return remedy;
        }

        /**
         * The command that makes the program out of the sources in its working directory.
         *
         * @param tool the path of one of the tools
         */
        abstract List<String> building(String tool, Path program);

        /** The command that runs the program. */
        abstract List<String> command(String tool, Path program);
    }

    /** Thrown if a program that would play a peer cannot be made ready; the message is one line with the remedy. */
    public static final class UnavailablePeerException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailablePeerException(String message) {
            super(message);
        }
    }
}
