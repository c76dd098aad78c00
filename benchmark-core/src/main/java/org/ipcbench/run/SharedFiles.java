package org.ipcbench.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.report.export.CellHistograms;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.MarkdownExport;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SharedRun;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.line.SealedLine;

/**
 * The files of a run to hand on, with public fields only. Page and table are made from the values that are left in the record.
 *
 * @param name name of the run
 * @param files the record, the environment, the table and the page
 * @param run the run as these files tell it
 */
public record SharedFiles(String name, SharedRun files, RecordedRun run) {
    /** Enough of a run's id to tell runs of one second apart. */
    private static final int ID_LENGTH = 5;

    /**
     * Makes the files of a run of this machine, or of another one.
     *
     * @throws org.ipcbench.results.UnreadableRunException if they are too large
     */
    public static SharedFiles of(RecordedRun run) throws IOException {
        PublicFields fields = PublicFields.of(shortId(run.header().run()), run.environment());
        Gson gson = new GsonBuilder().disableHtmlEscaping().create();
        StringBuilder lines = new StringBuilder();
        run.record().forEachLine(line -> {
            lines.append(SealedLine.seal(gson.toJson(fields.of(line)))).append('\n');
        });
        String environment = gson.newBuilder()
                .setPrettyPrinting()
                .create()
                .toJson(fields.of(gson.toJsonTree(run.environment()).getAsJsonObject()));
        String name = name(run.header().run());
        SharedRun files = new SharedRun(name, Map.of())
                .with(ResultsLog.FILE_NAME, lines.toString())
                .with(RecordedRun.ENVIRONMENT, environment + "\n");
        RecordedRun shared = RecordedRun.read(files);
        files = files.with(
                        CsvReport.FILE_NAME,
                        new CsvReport(RunOrigin.of(Path.of(name), shared.environment())).text(shared.result()))
                .with(
                        HtmlReport.FILE_NAME,
                        HtmlReport.text(shared.result(), shared.environment(), RunAnswer.of(shared, Locale.ENGLISH)));
        return new SharedFiles(name, files, shared);
    }

    /** Not the name of the directory, which is the user's and in local time. */
    private static String name(RunIdentity run) {
        return "ipcbench-%s-%s".formatted(run.startedAt(), shortId(run)).replaceAll("[^A-Za-z0-9.-]", "-");
    }

    private static String shortId(RunIdentity run) {
        return run.id().substring(0, Math.min(ID_LENGTH, run.id().length()));
    }

    /** A text for an issue or a chat, in Markdown: the machine, the tables with their verdicts, and the doubts. */
    public String text() {
        RunIdentity identity = run.header().run();
        String figures = MarkdownExport.text(ExportedRun.of(
                Path.of(name),
                run.result(),
                RunAnswer.of(run, Locale.ENGLISH),
                run.environment(),
                CellHistograms.NONE,
                Locale.ENGLISH));
        String build = identity.commit().isEmpty() ? "" : " (%s)".formatted(identity.commit());
        return "%s%nMeasured by ipcbench %s%s, %s.%n".formatted(figures, identity.suite(), build, identity.startedAt());
    }
}
