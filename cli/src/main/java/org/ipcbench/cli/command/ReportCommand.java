package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ipcbench.cli.command.MeasuringCommand.LastLines;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.RunParameter;
import org.ipcbench.cli.options.RunParameter.IgnoreOption;
import org.ipcbench.cli.options.TextOptions;
import org.ipcbench.cli.options.TextOptions.ExportOptions;
import org.ipcbench.cli.options.TextOptions.LanguageOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.environment.Environment;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.ResultFiles;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.export.Exports;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.table.LadderTables;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.run.RunAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows a recorded run. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Prints the summaries and tables of an earlier run again, and writes its table and plots anew. Of a shared run, only"
                        + " prints.",
        footer = {
            "",
            "Examples:",
            "  ipcbench report output/2026-01-31T12-00-00-k7f3q",
            "  ipcbench report output/2026-01-31T12-00-00-k7f3q --export xlsx"
        })
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    RunParameter run = new RunParameter();

    @Mixin
    IgnoreOption ignore = new IgnoreOption();

    @Mixin
    ExportOptions exports = new ExportOptions();

    @Mixin
    LanguageOption language = new LanguageOption();

    @Mixin
    TextOptions text = new TextOptions();

    private final Terminal terminal;

    public ReportCommand(CliContext context) {
        terminal = context.terminal();
    }

    @Override
    public Integer call() throws IOException {
        RecordedRun recorded = run.read(ignore.ignored);
        if (recorded.directory().isEmpty() && !exports.formats.all().isEmpty()) {
            throw run.invalid("'%s' is only read; for --export, unpack it and give that directory".formatted(run.path));
        }
        recorded.remarks().forEach(terminal.err()::println);
        RunResult result = recorded.result();
        Answer answer = RunAnswer.of(recorded, language.locale);
        terminal.out().print(text(text, language.locale, answer, recorded.environment(), result));
        TableStyle style = text.width.style();
        answer.gates().forEach(line -> terminal.err().print(style.line(line)));
        if (recorded.directory().isEmpty()) {
            return ExitCode.MEASURED.code();
        }
        Path directory = recorded.directory().get();
        new CsvReport(RunOrigin.of(directory, recorded.environment()))
                .write(result, directory.resolve(CsvReport.FILE_NAME));
        new ResultFiles(directory, recorded.environment(), answer, terminal.err()::println).write(result);
        List<String> troubles = new Exports(directory)
                .write(
                        ExportedRun.of(
                                directory,
                                result,
                                answer,
                                recorded.environment(),
                                CellHistograms.of(recorded.record()),
                                language.locale),
                        exports.formats.all());
        troubles.forEach(terminal.err()::println);
        terminal.err().printf("results in %s%n", directory);
        new LastLines(terminal).print(directory, Optional.empty());
        return (troubles.isEmpty() ? ExitCode.MEASURED : ExitCode.FAILED).code();
    }

    /**
     * The text of a recorded run for standard output.
     *
     * @param answer what the run answers
     */
    static String text(TextOptions options, Locale locale, Answer answer, Environment environment, RunResult result) {
        return LadderTables.areAskedBy(answer.request().arguments())
                ? (options.blocks ? new SummaryText(locale).of(result) : "")
                        + new LadderTables(new Phrases(locale).locale(), options.width.style()).of(result)
                : options.text(locale, environment).of(result, answer);
    }
}
