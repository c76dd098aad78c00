package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.RunParameter;
import org.ipcbench.cli.options.RunParameter.IgnoreOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.Terminal.MessageLine;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.run.SharedFiles;
import org.ipcbench.run.TargetFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one file of a run, for handing on. */
@Command(
        name = "share",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes one file of a run, and prints a text for an issue or a chat. The file has the record, the"
                    + " environment, the table and the page; report, compare, merge and advise --from read it.",
            "It has public fields only: figures, and what suite, kernel and JVM say of themselves. Command line, labels, JVM"
                    + " arguments, prefixes and texts of failures are left out; variants, mixes, hosts, codecs, relays, programs"
                    + " and a plugin's transports are numbered."
        },
        footer = {"", "Examples:", "  ipcbench share output/2026-01-31T12-00-00-k7f3q"})
public final class ShareCommand implements Callable<Integer> {
    private static final String FILE = "FILE";
    private static final int KIBIBYTE = 1024;

    @Mixin
    RunParameter run = new RunParameter();

    @Mixin
    IgnoreOption ignore = new IgnoreOption();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = FILE,
            description =
                    "Where to write the file (default: a name with the time of the run, in the current directory).")
    @Nullable
    Path file;

    @Option(names = "--force", description = "Replace FILE if it exists (default: refuse it).")
    boolean force;

    private final Terminal terminal;

    public ShareCommand(CliContext context) {
        terminal = context.terminal();
    }

    @Override
    public Integer call() throws IOException {
        RecordedRun recorded = run.read(ignore.ignored);
        recorded.remarks().forEach(terminal.err()::println);
        SharedFiles shared = shared(recorded);
        Path target = target(shared);
        byte[] archive = shared.files().archive();
        AtomicFile.replacePrivately(target, archive);
        terminal.out().print(shared.text());
        terminal.err()
                .println(MessageLine.of("%s has %d KiB".formatted(target, (archive.length + KIBIBYTE - 1) / KIBIBYTE)));
        return ExitCode.MEASURED.code();
    }

    private SharedFiles shared(RecordedRun recorded) throws IOException {
        try {
            return SharedFiles.of(recorded);
        } catch (UnreadableRunException e) {
            throw run.invalid("'%s' %s".formatted(run.path, e.getMessage()));
        }
    }

    private Path target(SharedFiles shared) throws IOException {
        Path given = file == null ? Path.of(shared.name() + ".zip") : file;
        try {
            return new TargetFile(given, force, "give another").resolved();
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(run.spec.commandLine(), FILE, e);
        }
    }
}
