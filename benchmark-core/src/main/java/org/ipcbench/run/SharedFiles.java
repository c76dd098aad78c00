package org.ipcbench.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.report.export.ExportFormat.MarkdownExport;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.SharedRun;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunIdentity.MergedRuns.MergedRun;
import org.ipcbench.results.header.TransportRecord;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.codec.Codecs;

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
     * @throws UnreadableRunException if they are too large, or name a server of the user's
     */
    public static SharedFiles of(RecordedRun run) throws IOException {
        if (run.header().plan().cells().stream()
                .anyMatch(cell -> cell.transport().traits().hasForeignServer())) {
            throw new UnreadableRunException(
                    "measured a server of yours, whose address names files, hosts or statements; share a run of transports");
        }
        PublicFields fields = PublicFields.of(shortId(run.header().run()), run.header(), run.environment());
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

    /**
     * Copies of records and environments with public fields only: numbers, and texts of the suite, the kernel and the JVM. Names that
     * people give, which tables need to tell cells apart, are numbered, those of a plugin's transports among them; every other text is
     * left out, so that nobody has to guess which ones are private. What stands for a text names the run, so that no two runs look
     * alike in what was not shared.
     */
    static final class PublicFields {
        /** What stands for a text. */
        static final String LEFT_OUT = "left out";

        /** Property with the id of a transport, which stays one if it is numbered. */
        private static final String TRANSPORT = "transport";

        /** Properties whose texts, with those below them, nobody typed. */
        private static final Set<String> PUBLIC = Set.of(
                "record",
                "id",
                "boot",
                "suite",
                "commit",
                "startedAt",
                "endedAt",
                "accepted",
                "waitStrategy",
                "traits",
                "workload",
                "payload",
                "clientCpus",
                "serverCpus",
                "direction",
                "status",
                "pacing",
                "workKind",
                "event",
                "dies",
                "slow",
                "whenFull",
                "part",
                "breakdown",
                "suiteVersion",
                "machine",
                "kernel",
                "launcher",
                "version",
                "pins",
                "settings",
                "wakeUps");

        /** Properties with a name that people give, and the word that it is numbered by. */
        private static final Map<String, String> NUMBERED = Map.of(
                "variant",
                "variant",
                "host",
                "host",
                "label",
                "mix",
                "sizes",
                "mix",
                "arrivals",
                "mix",
                "relay",
                "relay",
                "program",
                "program",
                "codec",
                "codec",
                TRANSPORT,
                TRANSPORT);

        /** By their names in records. */
        private static final Map<String, Setting<?>> SETTINGS =
                Setting.all().stream().collect(Collectors.toUnmodifiableMap(Setting::key, setting -> setting));

        /** Properties that nobody needs who only reads a run. */
        private static final Set<String> DROPPED = Set.of("terms", "checksum");

        /** The command, which tells how a page is arranged; what follows it may be anything. */
        private static final Set<String> COMMANDS = Stream.concat(
                        Stream.of(Question.values()).map(Question::label),
                        Stream.of("ladder", "reproduce", "advise", "merge"))
                .collect(Collectors.toUnmodifiableSet());

        /** Flags of a JVM that hold no word but the JVM's own. */
        private static final Pattern FLAG = Pattern.compile(
                "-XX:[+-]\\w+|-XX:\\w+=\\d+[kmgKMG]?|-X(?:int|comp|mixed|m[snx]\\d+[kmgKMG]?|ss\\d+[kmgKMG]?)");

        /** Before the name of a mix, which may be that of a file. */
        private static final String OF_A_MIX = " of the requests of ";

        /** Programs of both peers, distributions and patterns that hold no word of the user's. */
        private static final Pattern SUITES_OWN =
                Pattern.compile("(?:java|c|python):(?:java|c|python)|lognormal:[\\w.,]+|constant|poisson|burst:\\d+");

        /** The status of an obstacle that this suite has found by itself. */
        private static final JsonElement UNSUPPORTED = new JsonPrimitive(CellStatus.UNSUPPORTED.name());

        /** Brings transports whose names are somebody's. */
        private static final String PLUGIN = "--plugin";

        /** Files of sizes, whose kind a reader of the record needs. */
        private static final String TRACE = "trace:";

        private final Map<String, Map<String, String>> numbered = new HashMap<>();
        private final String run;
        private final boolean ownPeersOnly;
        private final Set<String> ofPlugins;

        /** Whether any iteration failed. */
        private boolean failed;

        /**
         * Copies of one run.
         *
         * @param run the beginning of its id
         * @param ownPeersOnly whether all its peers are the suite's and none was behind a prefix: what cannot be measured, and how a peer
         *     ended, is then said in the suite's words alone
         * @param ofPlugins ids of transports that are not the suite's
         */
        PublicFields(String run, boolean ownPeersOnly, Set<String> ofPlugins) {
            this.run = run;
            this.ownPeersOnly = ownPeersOnly && ofPlugins.isEmpty();
            this.ofPlugins = Set.copyOf(ofPlugins);
        }

        /** Copies of a run that tells where its peers ran. */
        static PublicFields of(String run, RunHeader header, Environment environment) {
            return new PublicFields(
                    run,
                    environment.prefixes().isEmpty()
                            && environment.ownPrograms().isEmpty()
                            && environment.programs().values().stream()
                                    .allMatch(programs ->
                                            SUITES_OWN.matcher(programs).matches()),
                    hasPlugins(header) ? unknown(header) : Set.of());
        }

        /** Whether the run, or one that it was merged from, had plugins. A run that was shared has none any more. */
        private static boolean hasPlugins(RunHeader header) {
            Stream<RunIdentity> merged = Stream.ofNullable(header.merged())
                    .flatMap(all -> all.runs().stream())
                    .map(MergedRun::run);
            return Stream.ofNullable(header.terms())
                            .anyMatch(terms -> !terms.plugins().isEmpty())
                    || Stream.concat(Stream.of(header.run()), merged)
                            .flatMap(each -> each.arguments().stream())
                            .anyMatch(argument -> argument.startsWith(PLUGIN));
        }

        /** Ids of transports that this suite does not have. */
        private static Set<String> unknown(RunHeader header) {
            Set<String> known =
                    TransportRegistry.load().all().stream().map(Transport::id).collect(Collectors.toSet());
            return header.transports().stream()
                    .map(TransportRecord::id)
                    .filter(id -> !known.contains(id))
                    .collect(Collectors.toSet());
        }

        /** A line of a record, or an environment. */
        JsonObject of(JsonObject object) {
            JsonObject copy = new JsonObject();
            object.entrySet().forEach(property -> {
                if (!DROPPED.contains(property.getKey())) {
                    copy.add(property.getKey(), value(property.getKey(), property.getValue()));
                }
            });
            return copy;
        }

        private JsonElement value(String name, JsonElement value) {
            failed |= name.equals("failure");
            if (PUBLIC.contains(name)) {
                return value;
            }
            if (value instanceof JsonObject object) {
                return switch (name) {
                    case "run" -> identity(object);
                    case "transports" -> new JsonObject(); // the versions of libraries are those of the suite
                    case "labels" -> labels(object);
                    case "walls" -> prefixes(object);
                    case "variants", "programs" -> by("variant", object);
                    case "ownPrograms" -> by(TRANSPORT, object);
                    case "obstacle" -> obstacle(object);
                    case "measurement" -> measurement(object);
                    default -> of(object);
                };
            }
            if (value instanceof JsonArray array) {
                JsonArray copy = new JsonArray();
                switch (name) {
                    case "transports" -> array.forEach(each -> copy.add(transport(each.getAsJsonObject())));
                    case "arguments" ->
                        array.asList().stream()
                                .limit(1)
                                .filter(word -> COMMANDS.contains(word.getAsString()))
                                .forEach(copy::add);
                    case "flags" -> {
                        array.asList().stream()
                                .filter(flag -> FLAG.matcher(flag.getAsString()).matches())
                                .forEach(copy::add);
                        if (copy.size() < array.size()) {
                            copy.add(leftOut());
                        }
                    }
                    case "advice" -> {
                        if (numbered.isEmpty() && !failed) { // else the sentences may have a name or a failure's text
                            array.forEach(copy::add);
                        }
                    }
                    default ->
                        array.forEach(element ->
                                copy.add(element instanceof JsonObject object ? of(object) : value(name, element)));
                }
                return copy;
            }
            return value instanceof JsonPrimitive text && text.isString()
                    ? new JsonPrimitive(text(name, text.getAsString()))
                    : value;
        }

        private String text(String name, String text) {
            if (text.isEmpty() || isOfTheSuite(name, text)) {
                return text;
            }
            if (text.startsWith(TRACE)) {
                return TRACE + number("file", text);
            }
            String word = NUMBERED.get(name);
            return word == null ? LEFT_OUT : number(word, text);
        }

        /** Whether nobody made the text of this property up. Such words take no number, so that the first number is that of a name. */
        private boolean isOfTheSuite(String name, String text) {
            Setting<?> setting = SETTINGS.get(name);
            return SUITES_OWN.matcher(text).matches()
                    || (setting != null && isOfTheSuite(setting, text))
                    || (name.equals(TRANSPORT) && !ofPlugins.contains(text))
                    || (name.equals("codec") && Codecs.names().contains(text));
        }

        /** Only settings whose values are texts depend on the text. */
        @SuppressWarnings("unchecked") // a setting whose usual value is a text takes texts
        private static <V> boolean isOfTheSuite(Setting<V> setting, String text) {
            return setting.isOfTheSuite(setting.usual() instanceof String ? (V) text : setting.usual());
        }

        private String number(String word, String name) {
            Map<String, String> all = numbered.computeIfAbsent(word, unused -> new HashMap<>());
            String form = word.equals(TRANSPORT) ? "%s-%d-%s" : "%s %d (%s)";
            return all.computeIfAbsent(name, unused -> form.formatted(word, all.size() + 1, run));
        }

        private String leftOut() {
            return "%s (%s)".formatted(LEFT_OUT, run);
        }

        /** The name of the host, which tells cells of merged runs apart. */
        private JsonObject labels(JsonObject labels) {
            JsonObject copy = new JsonObject();
            if (labels.has("host")) {
                copy.addProperty("host", text("host", labels.get("host").getAsString()));
            }
            return copy;
        }

        /** Its host is no name, but tells machines apart. */
        private JsonObject identity(JsonObject run) {
            JsonObject named = run.deepCopy();
            JsonElement host = named.remove("host");
            JsonObject copy = of(named);
            copy.add("host", host);
            return copy;
        }

        /** Why a cell is unsupported; one that is unavailable may tell of files. */
        private JsonObject obstacle(JsonObject obstacle) {
            boolean isOwn = ownPeersOnly && UNSUPPORTED.equals(obstacle.get("status"));
            return isOwn && !obstacle.get("reason").getAsString().contains(OF_A_MIX) ? obstacle : of(obstacle);
        }

        /** What a transport tells of itself; names, titles and remedies of a plugin are somebody's. */
        private JsonObject transport(JsonObject transport) {
            String id = transport.get("id").getAsString();
            if (!ofPlugins.contains(id)) {
                return transport;
            }
            JsonObject copy = of(transport);
            Stream.of("id", "title", "csvName").forEach(name -> copy.addProperty(name, number(TRANSPORT, id)));
            return copy;
        }

        /** Figures. What a transport said and left behind, and what it calls its fan-out, may be somebody's words. */
        private JsonObject measurement(JsonObject measurement) {
            if (ownPeersOnly) {
                return measurement;
            }
            JsonObject copy = measurement.deepCopy();
            if (copy.get("aftermath") instanceof JsonObject aftermath) {
                List.of("words", "left").forEach(name -> aftermath.add(name, value(name, aftermath.get(name))));
            }
            if (copy.get("fanOut") instanceof JsonObject fanOut) {
                fanOut.addProperty("label", LEFT_OUT);
            }
            return copy;
        }

        /** By a name that the text of this property may be. */
        private JsonObject by(String name, JsonObject values) {
            JsonObject copy = new JsonObject();
            values.entrySet()
                    .forEach(property -> copy.add(text(name, property.getKey()), value("", property.getValue())));
            return copy;
        }

        /** Which peers were behind a prefix; a role may follow the name of a variant. */
        private JsonObject prefixes(JsonObject descriptions) {
            JsonObject copy = new JsonObject();
            descriptions
                    .keySet()
                    .forEach(name -> copy.addProperty(name.substring(name.lastIndexOf(' ') + 1), leftOut()));
            return copy;
        }
    }
}
