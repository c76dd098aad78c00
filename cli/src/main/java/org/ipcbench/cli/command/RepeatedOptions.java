package org.ipcbench.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.cli.options.PeerOptions;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.cli.options.VaryOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.results.header.RunTerms;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options that the user has to repeat to resume a run. The run's record may come from a stranger, so nothing in it
 * starts a program, loads a jar or names a file. The record only tells whether the user names what the run was
 * measured with.
 */
final class RepeatedOptions {
    static final String TO = "--to";
    private static final String JVM_ARGUMENTS = "--jvm-args";

    @Option(
            names = TO,
            paramLabel = "PATH",
            description = "File that every iteration writes, if the run was measured with --to.")
    @Nullable
    Path target;

    @Option(names = "--force", description = "Replace a file at --to though the run has not made it.")
    boolean force;

    @Option(
            names = PeerOptions.JVM,
            paramLabel = "JAVA_HOME",
            description = "Java home or java command of the peers, if the run was measured with --jvm.")
    @Nullable
    Jvm jvm;

    @Option(
            names = JVM_ARGUMENTS,
            paramLabel = "ARGS",
            converter = Converters.Words.class,
            arity = "1",
            description = "JVM arguments for the peers, if the run was measured with --jvm-args.")
    List<String> jvmArguments = List.of();

    @Mixin
    VaryOption vary = new VaryOption();

    @Option(
            names = PluginOption.NAME,
            paramLabel = "JAR",
            description = "Jar with transports of your own, if the run was measured with --plugin; repeatable.")
    List<Path> plugins = List.of();

    /** An option that was recorded, or is given. */
    private record Word(String name, List<?> recorded, List<?> given) {
        Optional<String> contradiction() {
            if (recorded.isEmpty() != given.isEmpty()) {
                return Optional.of(
                        given.isEmpty()
                                ? "this run was measured with %s; give it again".formatted(name)
                                : "this run was measured without %s; omit it".formatted(name));
            }
            return recorded.equals(given)
                    ? Optional.empty()
                    : Optional.of("%s is not what this run was measured with: that was %s, and this is %s"
                            .formatted(name, text(recorded), text(given)));
        }

        private static String text(List<?> marks) {
            return String.join(", ", marks.stream().map(String::valueOf).toList());
        }
    }

    /**
     * The first option that is missing, or given although the run has no use for it; empty if there is none.
     *
     * @param file the file to transfer; null if none is given
     * @param recorded the terms of the run
     */
    Optional<String> omission(@Nullable Path file, RunTerms recorded) {
        List<String> given = List.of("given");
        List<String> nothing = List.of();
        return first(
                new Word(ResumeCommand.FILE, recorded.file() == null ? nothing : given, file == null ? nothing : given),
                new Word(TO, recorded.isWritten() ? given : nothing, target == null ? nothing : given),
                new Word(PeerOptions.JVM, recorded.jvm() == null ? nothing : given, jvm == null ? nothing : given),
                new Word(
                        JVM_ARGUMENTS,
                        recorded.jvmArguments().isEmpty() ? nothing : given,
                        jvmArguments.isEmpty() ? nothing : given),
                new Word(
                        VaryOption.NAME,
                        recorded.variants().isEmpty() ? nothing : given,
                        vary.given().isEmpty() ? nothing : given),
                new Word(
                        PluginOption.NAME,
                        recorded.plugins().isEmpty() ? nothing : given,
                        plugins.isEmpty() ? nothing : given));
    }

    /**
     * The first option that contradicts what the run was measured with; empty if there is none.
     *
     * @param recorded the terms of the run
     * @param given the terms that these options name
     */
    static Optional<String> contradiction(RunTerms recorded, RunTerms given) {
        return first(
                new Word(ResumeCommand.FILE, listed(recorded.file()), listed(given.file())),
                new Word(PeerOptions.JVM, listed(recorded.jvm()), listed(given.jvm())),
                new Word(JVM_ARGUMENTS, recorded.jvmArguments(), given.jvmArguments()),
                new Word(
                        VaryOption.NAME,
                        List.copyOf(recorded.variants().values()),
                        List.copyOf(given.variants().values())),
                new Word(PluginOption.NAME, recorded.plugins(), given.plugins()));
    }

    private static List<?> listed(@Nullable Object mark) {
        return Stream.ofNullable(mark).toList();
    }

    private static Optional<String> first(Word... words) {
        return Stream.of(words).flatMap(word -> word.contradiction().stream()).findFirst();
    }
}
