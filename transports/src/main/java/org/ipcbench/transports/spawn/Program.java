package org.ipcbench.transports.spawn;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.text.CommandWords;
import org.ipcbench.transport.Availability;

/**
 * A program that answers one request, ready to be started.
 *
 * @param file what the kernel executes
 * @param command its words, the first of which is its name
 */
record Program(Path file, List<String> command) {
    private static final String REQUEST = "{request}";
    private static final String ANSWER = "{answer}";

    Program {
        command = List.copyOf(command);
    }

    /** Whether this machine has what the program needs. */
    static Availability availability(String program) {
        Optional<Kind> kind = Kind.labelled(program);
        List<String> tools = kind.map(Kind::tools)
                .orElseGet(() -> List.of(CommandWords.parse(program).get(0)));
        return tools.stream().anyMatch(tool -> onPath(tool).isPresent())
                ? Availability.available()
                : Availability.unavailable(
                        kind.map(known -> "the program in %s needs %s".formatted(program, String.join(" or ", tools)))
                                .orElseGet(() -> "the program '%s' is not found".formatted(tools.get(0))),
                        kind.map(known -> known.remedy)
                                .orElse("use c, sh, python, java or java-plain, or the path of a command"));
    }

    /**
     * Makes a program ready in a directory, which may have it already.
     *
     * @param program one of the suite's names, or a command
     */
    static Program ready(String program, Path directory) throws IOException, InterruptedException {
        Optional<Kind> kind = Kind.labelled(program);
        return kind.isPresent() ? kind.get().ready(directory) : of(CommandWords.parse(program));
    }

    private static Program of(List<String> words) throws IOException {
        return new Program(
                onPath(words.get(0)).orElseThrow(() -> new IOException("'%s' is not found".formatted(words.get(0)))),
                words);
    }

    /** The command for a request of this size and an answer of that one, in bytes. */
    List<String> command(int requestBytes, int answerBytes) {
        return command.stream()
                .map(word -> word.replace(REQUEST, Integer.toString(requestBytes))
                        .replace(ANSWER, Integer.toString(answerBytes)))
                .toList();
    }

    /** The executable file that a shell would find. */
    private static Optional<Path> onPath(String name) {
        if (name.indexOf(File.separatorChar) >= 0) {
            return Optional.of(Path.of(name).toAbsolutePath()).filter(Program::isProgram);
        }
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .map(directory -> Path.of(directory).resolve(name).toAbsolutePath())
                .filter(Program::isProgram)
                .findFirst();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** The programs that come with the suite. */
    private enum Kind {
        /** Compiled when it is first used. */
        C("cc gcc clang", "apt-get install gcc libc6-dev, or use --program sh") {
            @Override
            Program ready(Path directory) throws IOException, InterruptedException {
                Path made = directory.resolve("echo");
                if (!Files.isExecutable(made)) {
                    compile(unpacked("echo.c", directory), made);
                }
                return of(List.of(made.toString(), REQUEST, ANSWER));
            }

            private void compile(Path source, Path made) throws IOException, InterruptedException {
                Process compiler = new ProcessBuilder(
                                first(tools()).toString(), "-O2", "-o", made.toString(), source.toString())
                        .redirectErrorStream(true)
                        .start();
                String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (compiler.waitFor() != 0) {
                    throw new IOException("the program in c cannot be built: %s"
                            .formatted(said.lines().findFirst().orElse("")));
                }
            }
        },
        /** A shell that becomes {@code cat}. */
        SH("sh", "use --program c") {
            @Override
            Program ready(Path directory) throws IOException {
                return of(List.of("sh", "-c", "exec cat"));
            }
        },
        /** Isolated, and without the site's packages, as a hook that cares starts it. */
        PYTHON("python3", "apt-get install python3") {
            @Override
            Program ready(Path directory) throws IOException {
                return of(List.of(
                        "python3",
                        "-I",
                        "-S",
                        "-B",
                        unpacked("echo.py", directory).toString(),
                        REQUEST,
                        ANSWER));
            }
        },
        /** With the class archive that this JVM has. */
        JAVA(java(), "") {
            @Override
            Program ready(Path directory) throws IOException {
                return of(javaCommand(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> argument.startsWith("-XX:SharedArchiveFile="))));
            }
        },
        /** With the JDK's own class archive alone. */
        JAVA_PLAIN(java(), "") {
            @Override
            Program ready(Path directory) throws IOException {
                return of(javaCommand(Stream.empty()));
            }
        };

        private final String tools;
        private final String remedy;

        Kind(String tools, String remedy) {
            this.tools = tools;
            this.remedy = remedy;
        }

        static Optional<Kind> labelled(String label) {
            return Stream.of(values())
                    .filter(kind -> kind.name()
                            .toLowerCase(Locale.ROOT)
                            .replace('_', '-')
                            .equals(label))
                    .findFirst();
        }

        /** Commands one of which it needs. */
        List<String> tools() {
            return List.of(tools.split(" ", -1));
        }

        abstract Program ready(Path directory) throws IOException, InterruptedException;

        private static Path first(List<String> names) throws IOException {
            return names.stream()
                    .flatMap(name -> onPath(name).stream())
                    .findFirst()
                    .orElseThrow(() -> new IOException("none of %s is found".formatted(names)));
        }

        private static Path unpacked(String name, Path directory) throws IOException {
            Path file = directory.resolve(name);
            if (!Files.exists(file)) {
                try (InputStream content = Program.class.getResourceAsStream(name)) {
                    if (content == null) {
                        throw new IOException("this build lacks " + name);
                    }
                    Files.copy(content, file);
                }
            }
            return file;
        }

        /** This JVM's own launcher. */
        private static String java() {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }

        private static List<String> javaCommand(Stream<String> archive) {
            List<String> words = new ArrayList<>(List.of(java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
            words.addAll(List.of("-XX:-UsePerfData", "-Xshare:auto", "-Xlog:disable", "-Xlog:all=error:stderr"));
            archive.forEach(words::add);
            words.addAll(List.of("-cp", System.getProperty("java.class.path"), EchoProgram.class.getName()));
            words.addAll(List.of(REQUEST, ANSWER));
            return words;
        }
    }
}
