package org.ipcbench.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.options.PeerOptions;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.cli.options.VaryOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.run.resume.RepeatedTerms;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that the user has to repeat to resume a run. */
final class RepeatedOptions {
    @Option(
            names = "--to",
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
            names = "--jvm-args",
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

    /**
     * What the user names.
     *
     * @param file the file to transfer; null if none is given
     */
    RepeatedTerms terms(@Nullable Path file) {
        return new RepeatedTerms(
                Optional.ofNullable(file),
                Optional.ofNullable(target),
                force,
                Optional.ofNullable(jvm),
                jvmArguments,
                vary.given(),
                plugins);
    }
}
