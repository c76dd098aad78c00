package org.ipcbench.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.ipcbench.results.LockedRunException;
import org.ipcbench.results.RunLock;
import org.ipcbench.results.RunRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what is missing of a run. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Goes on with a run that was killed or interrupted: measures the missing iterations, with the options and in"
                        + " the order of the run, and adds them to its directory.")
final class ResumeCommand implements Callable<Integer> {
    /** In the place of a secret that was not recorded. */
    private static final String MASK = "***";

    private static final String HOME = "~";

    @Mixin
    RunParameter run = new RunParameter();

    @Option(
            names = "--anyway",
            description = "Resume though the machine, the kernel, the JVM or the suite is another one.")
    boolean anyway;

    private final CliContext context;

    ResumeCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        if (!run.record().isInterrupted()) {
            context.terminal().err().println("nothing is missing in " + run.path);
            return ExitCode.MEASURED.code();
        }
        try (RunLock lock = lock()) {
            return resume(lock);
        }
    }

    private RunLock lock() throws IOException {
        try {
            return RunLock.of(run.record().directory());
        } catch (LockedRunException e) {
            throw run.invalid("'%s' %s".formatted(run.path, e.getMessage()));
        } catch (FileSystemException | FileNotFoundException e) {
            throw run.invalid("'%s' cannot be written to: %s".formatted(run.path, e.getMessage()));
        }
    }

    private int resume(RunLock lock) throws IOException {
        RunRecord record = run.record(); // as it is now that nobody else writes it
        String[] arguments = record.header().run().arguments().stream()
                .map(ResumeCommand::withHome)
                .toArray(String[]::new);
        if (List.of(arguments).stream().anyMatch(argument -> argument.contains(MASK))) {
            throw run.invalid("its arguments hold a secret that was not recorded; measure again instead");
        }
        Plugins plugins = plugins(arguments);
        CliContext resumed = new CliContext(context.terminal(), plugins.registry(), plugins.classPath())
                .calledWith(arguments)
                .resuming(new Resumption(run.path, record, lock, anyway));
        CommandLine program = Main.commandLine(resumed);
        return program.execute(arguments);
    }

    private Plugins plugins(String... arguments) {
        try {
            return Plugins.of(arguments);
        } catch (IllegalArgumentException e) {
            throw run.invalid("its plugin cannot be used: " + e.getMessage());
        }
    }

    private static String withHome(String argument) {
        return argument.replace(HOME + Path.of("/"), System.getProperty("user.home") + Path.of("/"));
    }
}
