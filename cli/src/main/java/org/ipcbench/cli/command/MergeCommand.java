package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.RunParameter.IgnoreOption;
import org.ipcbench.cli.options.TextOptions.LanguageOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunMerge;
import org.ipcbench.results.RunSource.UnreadableRunException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Merges several runs into one. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Makes one run of several, of many hosts or jobs: cells of different machines stay apart, iterations of"
                        + " the same machine and cell add up.",
        footer = {
            "",
            "Examples:",
            "  ipcbench merge host-a.zip host-b.zip",
            "  ipcbench merge output/2026-01-31T* -o merged"
        })
public final class MergeCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "RUN",
            arity = "1..*",
            description = "Runs, two or more, as directories or files of share.")
    List<Path> runs = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "output",
            converter = Converters.Directory.class,
            description = "Directory for the files of runs (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("output");

    @Mixin
    IgnoreOption ignore = new IgnoreOption();

    @Mixin
    LanguageOption language = new LanguageOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    public MergeCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        RunMerge merge = merge();
        RunDirectory directory = directory(merge.bytes());
        try {
            Path file = directory.path().resolve(ResultsLog.FILE_NAME);
            new EnvironmentFile().write(merge.environment(), directory.path().resolve(EnvironmentFile.FILE_NAME));
            merge.write(file, new EnvironmentProbe().published(context.arguments()));
        } catch (IOException e) {
            Files.deleteIfExists(directory.path().resolve(EnvironmentFile.FILE_NAME));
            Files.deleteIfExists(directory.path());
            throw e;
        }
        merge.remarks().forEach(context.terminal().err()::println);
        RecordedRun merged = RecordedRun.read(directory.path());
        new CsvReport(RunOrigin.of(directory.path(), merged.environment()))
                .write(merged.result(), directory.newestTable());
        ReportCommand report = new ReportCommand(context);
        report.run.path = directory.path();
        report.language = language;
        return report.call();
    }

    private RunMerge merge() throws IOException {
        try {
            return RunMerge.of(runs, ignore.ignored.damaged());
        } catch (UnreadableRunException e) {
            throw new InvalidValueException(spec.commandLine(), "RUN", e);
        }
    }

    private RunDirectory directory(long neededBytes) {
        try {
            return RunDirectory.create(output, LocalDateTime.now(ZoneId.systemDefault()), neededBytes);
        } catch (IOException e) {
            throw new InvalidValueException(spec.commandLine(), "option '--output'", e);
        }
    }
}
