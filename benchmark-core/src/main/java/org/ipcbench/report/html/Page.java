package org.ipcbench.report.html;

import java.util.List;
import org.ipcbench.environment.Environment;
import org.ipcbench.markup.Markup;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.page.SeriesLook;
import org.ipcbench.report.chart.RunFigures;
import org.ipcbench.report.chart.SeriesNames;

/**
 * The page: first the request, the machine and the doubts, then the answers, then everything else.
 *
 * @param run the figures
 * @param environment the environment of the figures
 * @param request what the user typed
 */
record Page(RunResult run, Environment environment, Request request) {

    String text() {
        RequestSection asked = new RequestSection(run, environment, request);
        List<Question> questions = run.cells().stream()
                .map(result -> result.cell().workload().question())
                .distinct()
                .sorted()
                .toList();
        Markup markup = new Markup().documentType().open("html", "lang", "en");
        writeHead(markup, asked.title());
        markup.open("body");
        markup.element("a", "Skip to the answers", "href", "#answers", "class", "skip");
        SeriesLook.writeShapes(markup);
        markup.open("header")
                .element("p", "ipc-benchmarktest", "class", "overline")
                .element("h1", asked.title());
        markup.element("p", environment.description() + " · " + environment.startedAt(), "class", "lead");
        List<TableSection> tables = TableSection.of(run, request);
        writeContents(markup, questions, tables);
        markup.close();
        markup.open("main").open("div", "class", "first");
        asked.write(markup);
        new MachineSection(environment).write(markup);
        markup.close();
        new DoubtSection(run).write(markup);
        markup.open("div", "id", "answers");
        SeriesNames names = new SeriesNames(run);
        RunFigures figures = RunFigures.of(run);
        questions.forEach(question -> new QuestionSection(question, run, figures, names).write(markup));
        markup.close();
        tables.forEach(section -> section.write(markup));
        new FigureTables(run).write(markup);
        new EnvironmentSection(environment).write(markup);
        markup.close();
        markup.element(
                "footer",
                "Written by ipc-benchmarktest %s. The page contains everything it shows and loads nothing."
                        .formatted(environment.suiteVersion()));
        markup.resource("script", PageResource.SCRIPT.text());
        return markup.close().close().toString();
    }

    /** Writes the head. The security policy lets a browser use only the page's own style and script, and load nothing. */
    private static void writeHead(Markup markup, String title) {
        String policy = "default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"
                .formatted(PageResource.STYLE.policyHash(), PageResource.SCRIPT.policyHash());
        markup.open("head");
        markup.leaf("meta", "charset", "utf-8");
        markup.leaf("meta", "http-equiv", "Content-Security-Policy", "content", policy);
        markup.leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        markup.leaf("meta", "name", "color-scheme", "content", "light dark");
        markup.element("title", title + " - ipc-benchmarktest");
        markup.resource("style", PageResource.STYLE.text()).close();
    }

    private static void writeContents(Markup markup, List<Question> questions, List<TableSection> tables) {
        markup.open("nav", "aria-label", "Contents");
        markup.element("a", "Request", "href", "#asked")
                .element("a", "Machine", "href", "#machine")
                .element("a", "Doubts", "href", "#doubts");
        questions.forEach(
                question -> markup.element("a", QuestionSection.title(question), "href", "#" + question.label()));
        tables.forEach(section -> markup.element("a", section.title(), "href", "#" + section.id()));
        markup.element("a", "All figures", "href", "#figures")
                .element("a", "Environment", "href", "#environment")
                .close();
    }
}
