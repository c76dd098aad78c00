package org.ipcbench.report.html;

import java.util.List;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Look;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.words.Request;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

/**
 * The page: first the answers, then figures, then doubts, then the request and the machine, then everything else.
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
        List<TableSection> answers = TableSection.answers(run, request);
        List<TableSection> models = TableSection.models(run);
        Markup markup = new Markup().documentType().open("html", "lang", "en");
        writeHead(markup, asked.title());
        markup.open("body");
        markup.element("a", "Skip to the answer", "href", "#answer", "class", "skip");
        markup.open("svg", "class", "shapes", "width", "0", "height", "0", "aria-hidden", "true");
        Look.writeShapes(markup);
        markup.close();
        markup.open("header").element("p", "ipcbench", "class", "overline").element("h1", asked.title());
        markup.element("p", environment.description() + " · " + environment.startedAt(), "class", "lead");
        writeContents(markup, questions, answers, models);
        markup.close();
        markup.open("main");
        SeriesNames names = new SeriesNames(run);
        RunCharts charts = RunCharts.of(run);
        new AnswerSection(run, charts, names).write(markup, questions);
        answers.forEach(section -> section.write(markup));
        questions.forEach(question -> new QuestionSection(question, run, charts, names).write(markup));
        models.forEach(section -> section.write(markup));
        new DoubtSection(run).write(markup);
        markup.open("div", "class", "last");
        asked.write(markup);
        new MachineSection(environment).write(markup);
        markup.close();
        new FigureTables(run).write(markup);
        markup.close();
        markup.element(
                "footer",
                "Written by ipcbench %s. The page contains everything it shows and loads nothing."
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
        markup.element("title", title + " - ipcbench");
        markup.resource("style", PageResource.STYLE.text()).close();
    }

    private static void writeContents(
            Markup markup, List<Question> questions, List<TableSection> answers, List<TableSection> models) {
        markup.open("nav", "aria-label", "Contents").element("a", "Answer", "href", "#answer");
        answers.forEach(section -> markup.element("a", section.title(), "href", "#" + section.id()));
        questions.forEach(
                question -> markup.element("a", QuestionSection.title(question), "href", "#" + question.label()));
        models.forEach(section -> markup.element("a", section.title(), "href", "#" + section.id()));
        markup.element("a", "Doubts", "href", "#doubts")
                .element("a", "Request", "href", "#asked")
                .element("a", "Machine", "href", "#machine")
                .element("a", "All figures", "href", "#figures")
                .close();
    }
}
