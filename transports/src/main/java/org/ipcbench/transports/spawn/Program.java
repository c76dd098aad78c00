package org.ipcbench.transports.spawn;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
        if (kind.filter(known -> known == Kind.JAVA_AOT && !Kind.hasAotCaches()).isPresent()) {
            return Availability.unavailable(
                    "an AOT cache needs JDK %d or later, this is %d"
                            .formatted(
                                    Kind.FIRST_WITH_AOT_CACHES,
                                    Runtime.version().feature()),
                    "run the suite with such a JDK, or use --program java");
        }
        return tools.stream().anyMatch(tool -> onPath(tool).isPresent())
                ? Availability.available()
                : Availability.unavailable(
                        kind.map(known -> "the program in %s needs %s".formatted(program, String.join(" or ", tools)))
                                .orElseGet(() -> "the program '%s' is not found".formatted(tools.get(0))),
                        kind.map(known -> known.remedy)
                                .orElse("use c, sh, python, java, java-plain or java-aot, or the path of a command"));
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
    enum Kind {
        /** Compiled when it is first used. */
        C("cc gcc clang", "apt-get install gcc libc6-dev, or use --program sh") {
            @Override
            Program ready(Path directory) throws IOException, InterruptedException {
                Path made = directory.resolve("echo");
                if (!Files.isExecutable(made)) {
                    compile(unpacked("echo.c", directory), made, directory);
                }
                return of(List.of(made.toString(), REQUEST, ANSWER));
            }

            private void compile(Path source, Path made, Path directory) throws IOException, InterruptedException {
                String said = said(
                        directory,
                        List.of(first(tools()).toString(), "-O2", "-o", made.toString(), source.toString()),
                        new byte[0]);
                if (!Files.isExecutable(made)) {
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
        },
        /** With an AOT cache of this program alone, which its first start makes. */
        JAVA_AOT(java(), "") {
            @Override
            Program ready(Path directory) throws IOException, InterruptedException {
                Path cache = directory.resolve("echo.aot");
                if (!Files.exists(cache)) {
                    train(cache, directory);
                }
                return of(javaCommand(Stream.of("-XX:AOTCache=" + cache)));
            }

            private void train(Path cache, Path directory) throws IOException, InterruptedException {
                if (!hasAotCaches()) {
                    throw new IOException("an AOT cache needs JDK %d or later, this peer has %d"
                            .formatted(FIRST_WITH_AOT_CACHES, Runtime.version().feature()));
                }
                List<String> words = new Program(cache, javaCommand(Stream.of("-XX:AOTCacheOutput=" + cache)))
                        .command(TRAINING_BYTES, TRAINING_BYTES);
                String said = said(directory, words, new byte[TRAINING_BYTES]);
                if (!Files.exists(cache)) {
                    throw new IOException("no AOT cache was made: "
                            + said.lines().reduce((first, last) -> last).orElse(""));
                }
            }
        };

        static final int FIRST_WITH_AOT_CACHES = 25;
        private static final int TRAINING_BYTES = 64;

        static boolean hasAotCaches() {
            return Runtime.version().feature() >= FIRST_WITH_AOT_CACHES;
        }

        private final String tools;
        private final String remedy;

        Kind(String tools, String remedy) {
            this.tools = tools;
            this.remedy = remedy;
        }

        static Optional<Kind> labelled(String label) {
            return Stream.of(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst();
        }

        /** The name that users write. */
        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

        /** What a command that makes a program prints, with this input. */
        private static String said(Path directory, List<String> words, byte[] input)
                throws IOException, InterruptedException {
            ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
            PreparedProgram.mark(builder.environment(), directory);
            Process maker = builder.start();
            try (OutputStream to = maker.getOutputStream()) {
                to.write(input);
            }
            String said = new String(maker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            maker.waitFor();
            return said;
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
            words.addAll(List.of("-XX:-UsePerfData", "-Xlog:disable", "-Xlog:all=error:stderr"));
            archive.forEach(words::add);
            words.addAll(List.of("-cp", System.getProperty("java.class.path"), EchoProgram.class.getName()));
            words.addAll(List.of(REQUEST, ANSWER));
            return words;
        }
    }

    /** The program in Java: reads a request whole, and writes an answer of its own, both of which begin with the call's number. */
    public static final class EchoProgram {
        private static final int LINE_BYTES = 64;

        private EchoProgram() {}

        /**
         * Answers once.
         *
         * @param sizes of the request and of the answer, in bytes
         */
        @SuppressWarnings("SystemOut") // the channel of the answer
        public static void main(String[] sizes) throws IOException {
            byte[] request = System.in.readNBytes(Integer.parseInt(sizes[0]));
            System.out.write(answer(request, Integer.parseInt(sizes[1])));
            System.out.flush();
        }

        /** A copy of the request, or its number in each line if the sizes differ. */
        static byte[] answer(byte[] request, int answerBytes) {
            if (request.length == answerBytes) {
                return Arrays.copyOf(request, answerBytes);
            }
            byte[] answer = new byte[answerBytes];
            int number = Math.min(Math.min(request.length, answerBytes), Long.BYTES);
            for (int line = 0; line + number <= answerBytes; line += LINE_BYTES) {
                System.arraycopy(request, 0, answer, line, number);
            }
            return answer;
        }
    }
}
