package org.ipcbench.report.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.html.AnswerSection.QuestionSection;
import org.ipcbench.report.html.FigureTables.Facts;
import org.ipcbench.report.html.PageTable.PageText;
import org.ipcbench.report.table.LadderTables;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.VariantTable;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Answer.Request;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Markup;
import org.ipcbench.text.Sha256;
import org.ipcbench.workload.Question;

/**
 * The page: first the answers, then figures, then doubts, then the request and the machine, then everything else.
 *
 * @param run the figures
 * @param environment the environment of the figures
 * @param answer what the run answers
 */
record Page(RunResult run, Environment environment, Answer answer) {

    String text() {
        RequestSection asked = new RequestSection(run, environment, answer.request());
        List<Question> questions = run.cells().stream()
                .map(result -> result.cell().workload().question())
                .distinct()
                .sorted()
                .toList();
        List<TableSection> answers = TableSection.answers(run, answer.request());
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
        new AnswerSection(run, answer, charts, names).write(markup, questions);
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

    /**
     * The style sheet or the script of the page.
     *
     * @param text its content
     */
    record PageResource(String text) {
        static final PageResource STYLE = read("report.css");
        static final PageResource SCRIPT = read("report.js");

        private static PageResource read(String name) {
            try (InputStream resource = PageResource.class.getResourceAsStream(name)) {
                if (resource == null) {
                    throw new IllegalStateException(name + " is missing: the suite is packaged incompletely");
                }
                return new PageResource(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + name, e);
            }
        }

        /** The content's hash for the page's security policy, which lets a browser use this content and nothing else. */
        String policyHash() {
            return "'sha256-%s'"
                    .formatted(Base64.getEncoder()
                            .encodeToString(new Sha256().add(text).bytes()));
        }
    }

    /**
     * The request of the run.
     *
     * @param run the results
     * @param environment has the time of the run
     * @param request what the user typed
     */
    private record RequestSection(RunResult run, Environment environment, Request request) {
        /** A list of more values than this is shown by its first and last value. */
        private static final int MAX_VALUES = 14;

        void write(Markup markup) {
            markup.open("section", "id", "asked").element("h2", "What was asked");
            markup.open("pre").element("code", request.command()).close();
            Facts facts = new Facts();
            run.dimensions().forEach(dimension -> facts.add(heading(dimension), values(dimension)));
            facts.add("payload", distinct(Cell::payloadName))
                    .add("iterations", distinct(run.cells(), result -> Integer.toString(result.plannedIterations())))
                    .add("cells", Integer.toString(run.cells().size()))
                    .add("seed", Long.toString(environment.seed()))
                    .write(markup);
            markup.close();
        }

        /** The title of the run: its questions, transports and sizes. */
        String title() {
            String questions = distinct(Cell::workloadName);
            return "%s of %s%s"
                    .formatted(
                            questions.substring(0, 1).toUpperCase(Locale.ROOT) + questions.substring(1),
                            counted(Dimension.TRANSPORT, "transports", ""),
                            list(Dimension.SIZE).isEmpty()
                                    ? ""
                                    : " at " + counted(Dimension.SIZE, "message sizes", " bytes"));
        }

        private String counted(Dimension dimension, String things, String unit) {
            List<String> values = list(dimension);
            return values.size() == 1 ? values.get(0) + unit : values.size() + " " + things;
        }

        private String heading(Dimension dimension) {
            return dimension.label()
                    + (dimension.isNumeric()
                            ? ", " + dimension.unit(run.cells().get(0).cell())
                            : "");
        }

        private String values(Dimension dimension) {
            List<String> values = list(dimension);
            return values.size() <= MAX_VALUES || !dimension.isNumeric()
                    ? String.join(", ", values)
                    : "%s from %s to %s".formatted(values.size(), values.get(0), values.get(values.size() - 1));
        }

        /** The values of a dimension: numbers ascending, names in the order of the run. */
        private List<String> list(Dimension dimension) {
            Stream<?> values = run.cells().stream()
                    .flatMap(result -> dimension.of(result.cell()).stream())
                    .distinct();
            return dimension.isNumeric()
                    ? values.map(value -> ((Number) value).longValue())
                            .sorted()
                            .map(value ->
                                    dimension.unit().equals(Dimension.BYTES) ? Scale.bytes(value) : value.toString())
                            .toList()
                    : values.map(String::valueOf).toList();
        }

        private String distinct(Function<Cell, String> value) {
            return distinct(run.cells(), result -> value.apply(result.cell()));
        }

        private static String distinct(List<CellResult> cells, Function<CellResult, String> value) {
            return cells.stream().map(value).distinct().collect(Collectors.joining(", "));
        }
    }

    /**
     * The facts about the machine that affect figures most; folded, all known facts under their names in {@code environment.json}.
     *
     * @param environment the known facts
     */
    private record MachineSection(Environment environment) {
        private static final double GIBIBYTE = 1L << 30;

        void write(Markup markup) {
            Cpu cpu = environment.machine().cpu();
            Kernel kernel = environment.kernel();
            Memory memory = environment.machine().memory();
            markup.open("section", "id", "machine").element("h2", "The machine");
            new Facts()
                    .add("processor", cpu.model())
                    .add("CPUs", cpus(cpu))
                    .add("governor", String.join(", ", cpu.governors()))
                    .add("turbo", cpu.turbo())
                    .add("hypervisor", cpu.hypervisor())
                    .add("clock source", cpu.clockSource())
                    .add("memory", gibibytes(memory.totalBytes()))
                    .add("/dev/shm", gibibytes(memory.sharedMemoryBytes()))
                    .add("kernel", (kernel.name() + " " + kernel.release()).strip())
                    .add("peers' JVM", environment.peers().version())
                    .add(
                            "load averages at the start",
                            environment.machine().loadAverages().stream()
                                    .map(load -> String.format(Locale.ROOT, "%.2f", load))
                                    .collect(Collectors.joining(", ")))
                    .add(
                            "a sleeping CPU wakes up in",
                            environment.wakeUps().entrySet().stream()
                                    .filter(each -> each.getValue().isKnown())
                                    .map(each -> "%s (%s)"
                                            .formatted(
                                                    PageText.of(each.getValue().text()), each.getKey()))
                                    .collect(Collectors.joining(", ")))
                    .add("started", environment.startedAt())
                    .add("suite", environment.suiteVersion())
                    .write(markup);
            Facts all = new Facts();
            add(all, "", new Gson().toJsonTree(environment));
            markup.open("details", "id", "environment")
                    .element("summary", "Machine, kernel, JVM and libraries, as in environment.json");
            all.write(markup);
            markup.close().close();
        }

        private static void add(Facts facts, String path, JsonElement value) {
            if (value instanceof JsonObject object) {
                object.entrySet()
                        .forEach(entry -> add(
                                facts,
                                path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                                entry.getValue()));
            } else if (value instanceof JsonArray array && !isPlain(array)) {
                for (int i = 0; i < array.size(); i++) {
                    add(facts, "%s[%s]".formatted(path, i), array.get(i));
                }
            } else if (value instanceof JsonArray array) {
                facts.add(
                        path,
                        String.join(
                                " ",
                                StreamSupport.stream(array.spliterator(), false)
                                        .map(JsonElement::getAsString)
                                        .toList()));
            } else if (!value.isJsonNull()) {
                facts.add(path, value.getAsString());
            }
        }

        private static boolean isPlain(JsonArray array) {
            return StreamSupport.stream(array.spliterator(), false).allMatch(JsonElement::isJsonPrimitive);
        }

        private static String cpus(Cpu cpu) {
            if (cpu.logicalCpus() == 0) {
                return "";
            }
            String cores = cpu.cores() == 0 ? "" : ", %s cores".formatted(cpu.cores());
            String threads = cpu.smt().isEmpty() ? "" : ", SMT " + cpu.smt();
            String allowed = cpu.allowed().equals(cpu.online()) ? "" : ", allowed: " + cpu.allowed();
            return cpu.logicalCpus() + cores + threads + allowed;
        }

        private static String gibibytes(long bytes) {
            return bytes == 0 ? "" : String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
        }
    }

    /**
     * A section with tables of the terminal's output.
     *
     * @param id the section's id for links
     * @param title its heading
     * @param parts tables with the lines below them
     */
    private record TableSection(String id, String title, List<TableWithLines> parts) {
        TableSection {
            parts = List.copyOf(parts);
        }

        /**
         * A table with its remarks.
         *
         * @param table the table; empty if there are only lines
         * @param lines the lines below the table
         */
        record TableWithLines(Optional<? extends Table<?>> table, List<String> lines) {}

        /** The sections that answer what a run was made for: its ladder and its variants, if it has them. */
        static List<TableSection> answers(RunResult run, Request request) {
            return Stream.of(ladder(run, request), variants(run))
                    .filter(section -> !section.parts().isEmpty())
                    .toList();
        }

        /** The cost models of a run; empty if it has none. */
        static List<TableSection> models(RunResult run) {
            TableSection models = ofModels(run);
            return models.parts().isEmpty() ? List.of() : List.of(models);
        }

        private static TableSection ladder(RunResult run, Request request) {
            LadderTables tables = new LadderTables(Locale.ROOT);
            Stream<TableWithLines> rungs = tables.rungs(run).stream()
                    .map(rung -> new TableWithLines(Optional.of(rung.table()), rung.reasons()));
            List<TableWithLines> parts = LadderTables.areAskedBy(request.arguments())
                    ? Stream.concat(rungs, Stream.of(new TableWithLines(Optional.empty(), LadderTables.notes(run))))
                            .toList()
                    : List.of();
            return new TableSection("ladder", "Ladder", parts);
        }

        private static TableSection variants(RunResult run) {
            return new TableSection(
                    "variants",
                    "Variants",
                    new VariantTable(new FigureFormat(Locale.ROOT))
                            .of(run).stream()
                                    .map(table -> new TableWithLines(Optional.of(table), List.of()))
                                    .toList());
        }

        private static TableSection ofModels(RunResult run) {
            return new TableSection(
                    "models",
                    "Cost models",
                    new ModelText(Locale.ROOT)
                            .models(run).stream()
                                    .map(models -> new TableWithLines(models.table(), models.lines()))
                                    .toList());
        }

        void write(Markup markup) {
            markup.open("section", "id", id).element("h2", title);
            for (TableWithLines part : parts) {
                part.table().ifPresent(table -> PageTable.write(markup, table));
                if (!part.lines().isEmpty()) {
                    markup.open("ul", "class", "lines-below");
                    part.lines().forEach(line -> markup.element("li", PageText.of(line)));
                    markup.close();
                }
            }
            markup.close();
        }
    }
}
