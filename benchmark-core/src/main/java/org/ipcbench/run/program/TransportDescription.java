package org.ipcbench.run.program;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.text.NearestName;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport.OwnPeers;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/**
 * The file {@code transport.json} of a directory, see docs/your-own-transport.md.
 *
 * @param directory the directory
 * @param id the transport's id
 * @param title what it is
 * @param csvName its name in the CSV
 * @param groups groups that contain it
 * @param traits its traits
 * @param needs what has to be there, each with the line that installs it
 * @param version the command whose first line is name and version of the library; empty if there is none
 * @param leaves files elsewhere that carry the name of the scratch directory
 * @param peers its programs
 */
record TransportDescription(
        Path directory,
        String id,
        String title,
        String csvName,
        Set<String> groups,
        Traits traits,
        List<Need> needs,
        List<String> version,
        List<String> leaves,
        OwnPeers peers) {
    static final String FILE = "transport.json";

    /** Stands for the name of the scratch directory. */
    static final String SCRATCH = "{scratch}";

    /** Behind the suite's own transports. */
    private static final int ORDER = 3000;

    private static final Set<String> MEMBERS = Set.of(
            "id",
            "title",
            "csv",
            "groups",
            "waits",
            "traits",
            "copies",
            "largestMessage",
            "remedy",
            "buffer",
            "questions",
            "needs",
            "version",
            "leaves",
            "peer",
            "server",
            "client");

    /** What the peers' library measures. */
    private static final List<String> QUESTIONS =
            List.of(Question.LATENCY.label(), Question.THROUGHPUT.label(), Question.LOAD.label());

    private static final String BUFFER = "--buffer";
    private static final String SIDES = "--sides";

    private static final String DEFAULT_GROUP = "classic";

    /** Traits of which the launcher or a table speaks; others are about channels of a JVM. */
    private static final Map<String, Trait> TRAITS = Stream.of(
                    Trait.DATAGRAM,
                    Trait.DETECTS_CLOSE,
                    Trait.HIDES_DEATH,
                    Trait.IN_PLACE,
                    Trait.SHARED_MEMORY,
                    Trait.LOOPBACK,
                    Trait.NETWORK_NAMESPACE,
                    Trait.IPC_NAMESPACE,
                    Trait.PROCESS_IDS,
                    Trait.BETWEEN_THREADS)
            .collect(Collectors.toMap(
                    TransportDescription::label, trait -> trait, (one, other) -> one, LinkedHashMap::new));

    /**
     * What has to be there.
     *
     * @param check a command, or the words of one that succeeds
     * @param install the line that installs it
     */
    record Need(List<String> check, String install) {}

    private static String label(Trait trait) {
        return trait.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    TransportInfo info(Library library) {
        return new TransportInfo(id, title, csvName, groups, ORDER, library);
    }

    /** Whether a directory has a description. */
    static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    /** The descriptions of a directory: its own, or those of the directories in it, in the order of their names. */
    static List<TransportDescription> of(Path directory) {
        if (isIn(directory)) {
            return List.of(new Reader(directory).description());
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(TransportDescription::isIn)
                    .sorted()
                    .map(each -> new Reader(each).description())
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException("'%s' cannot be read: %s".formatted(directory, e.getMessage()), e);
        }
    }

    /** The description, and what its commands name: other files, such as those an interpreter keeps beside its source, change by a run. */
    List<Path> files() {
        return Stream.concat(
                        Stream.of(directory.resolve(FILE)),
                        Stream.of(peers.server(), peers.client())
                                .flatMap(List::stream)
                                .map(directory::resolve)
                                .filter(Files::isRegularFile))
                .distinct()
                .toList();
    }

    /** Reads one file. Each refusal is a line with the file and the member. */
    private static final class Reader {
        private final Path directory;
        private final Path file;
        private final JsonObject object;

        Reader(Path directory) {
            this.directory = directory.toAbsolutePath().normalize();
            file = directory.resolve(FILE);
            object = content();
        }

        private JsonObject content() {
            try {
                JsonElement content = JsonParser.parseString(Files.readString(file));
                if (content.isJsonObject()) {
                    return content.getAsJsonObject();
                }
                throw new IllegalArgumentException("'%s' is not a JSON object".formatted(file));
            } catch (IOException e) {
                throw new IllegalArgumentException("'%s' cannot be read: %s".formatted(file, e.getMessage()), e);
            } catch (JsonParseException e) {
                String problem =
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("");
                throw new IllegalArgumentException("'%s' is not JSON: %s".formatted(file, problem), e);
            }
        }

        TransportDescription description() {
            requireKnownMembers();
            String id = text("id");
            String title = text("title");
            TransportDescription read = new TransportDescription(
                    directory,
                    id,
                    title,
                    has("csv") ? text("csv") : title,
                    groups(),
                    traits(),
                    needs(),
                    has("version") ? command("version") : List.of(),
                    leaves(),
                    peers());
            try {
                TransportInfo unused = read.info(Library.JDK);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("'%s': 'id': %s".formatted(file, e.getMessage()), e);
            }
            return read;
        }

        /** The default transports are the suite's own: a plugin adds to none of its runs unasked. */
        private Set<String> groups() {
            Set<String> groups = Set.copyOf(texts("groups"));
            if (groups.stream().anyMatch(DEFAULT_GROUP::equalsIgnoreCase)) {
                throw refusal("groups", "has '%s', which are the suite's own transports".formatted(DEFAULT_GROUP));
            }
            return groups;
        }

        private void requireKnownMembers() {
            object.keySet().stream()
                    .filter(name -> !MEMBERS.contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new IllegalArgumentException("'%s': %s"
                                .formatted(
                                        file,
                                        new NearestName(List.copyOf(MEMBERS))
                                                .refusal(
                                                        name,
                                                        " is no member of a description.",
                                                        MEMBERS.stream()
                                                                .sorted()
                                                                .collect(Collectors.joining(", ")))));
                    });
        }

        private Traits traits() {
            String waits = text("waits");
            WaitStrategy strategy = Stream.of(WaitStrategy.BLOCKING, WaitStrategy.SPINNING)
                    .filter(each -> each.label().equals(waits))
                    .findFirst()
                    .orElseThrow(() -> refusal("waits", "is '%s'; allowed: blocking, spinning".formatted(waits)));
            List<Trait> traits = texts("traits").stream()
                    .map(name -> Optional.ofNullable(TRAITS.get(name))
                            .orElseThrow(() -> refusal(
                                    "traits",
                                    "has '%s'; allowed: %s".formatted(name, String.join(", ", TRAITS.keySet())))))
                    .toList();
            Traits read = Traits.of(strategy, traits.toArray(Trait[]::new));
            if (has("copies") && number("copies", 0, 1000) == 0) {
                read = read.with(Trait.IN_PLACE);
            }
            if (has("largestMessage")) {
                int largest = number("largestMessage", 1, SizeLimit.NONE.maximumBytes());
                read = read.withSizeLimit(new SizeLimit(largest, has("remedy") ? text("remedy") : ""));
            }
            return has("buffer") ? read.withBuffer(text("buffer")) : read;
        }

        private List<Need> needs() {
            List<Need> needs = new ArrayList<>();
            for (JsonElement element : array("needs")) {
                if (!element.isJsonObject()
                        || !element.getAsJsonObject().keySet().equals(Set.of("check", "install"))) {
                    throw refusal("needs", "has an entry without exactly 'check' and 'install'");
                }
                JsonObject need = element.getAsJsonObject();
                needs.add(new Need(
                        resolved(words(need.get("check"), "needs.check")), text(need.get("install"), "needs.install")));
            }
            return List.copyOf(needs);
        }

        private List<String> leaves() {
            List<String> leaves = texts("leaves");
            for (String pattern : leaves) {
                if (!isNamedByScratch(pattern)) {
                    throw refusal(
                            "leaves",
                            "has '%s'; use an absolute path whose last part contains %s, such as /dev/shm/%s*"
                                    .formatted(pattern, SCRATCH, SCRATCH));
                }
            }
            return leaves;
        }

        /** Tried here, because a pattern that means nothing would show only at the end of a run. */
        private static boolean isNamedByScratch(String pattern) {
            try {
                Path path = Path.of(pattern);
                Path name = path.getFileName();
                if (!path.isAbsolute() || name == null || !name.toString().contains(SCRATCH)) {
                    return false;
                }
                PathMatcher unused = FileSystems.getDefault()
                        .getPathMatcher("glob:" + name.toString().replace(SCRATCH, "scratch"));
                return true;
            } catch (IllegalArgumentException e) { // no path, or no pattern
                return false;
            }
        }

        private OwnPeers peers() {
            if (has("peer") && (has("server") || has("client"))) {
                throw refusal("peer", "is the command of both peers; omit it, or 'server' and 'client'");
            }
            List<String> questions = has("questions") ? texts("questions") : QUESTIONS;
            questions.stream()
                    .filter(name -> !QUESTIONS.contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw refusal(
                                "questions", "has '%s'; allowed: %s".formatted(name, String.join(", ", QUESTIONS)));
                    });
            return new OwnPeers(
                    command(has("peer") ? "peer" : "server"),
                    command(has("peer") ? "peer" : "client"),
                    questions,
                    Stream.of(has("buffer") ? BUFFER : "", traits().has(Trait.BETWEEN_THREADS) ? SIDES : "")
                            .filter(option -> !option.isEmpty())
                            .toList());
        }

        private List<String> command(String member) {
            return resolved(words(required(member), member));
        }

        /** Files of the directory are found wherever the suite is started. */
        private List<String> resolved(List<String> words) {
            return words.stream()
                    .map(word -> Files.isRegularFile(directory.resolve(word))
                            ? directory.resolve(word).normalize().toString()
                            : word)
                    .toList();
        }

        private List<String> words(JsonElement value, String member) {
            List<String> words = texts(value, member);
            if (words.isEmpty() || words.get(0).isBlank()) {
                throw refusal(member, "is no command; give its words, such as [\"python3\", \"peer.py\"]");
            }
            return words;
        }

        private boolean has(String member) {
            return object.has(member);
        }

        private JsonElement required(String member) {
            if (!has(member)) {
                throw refusal(member, "is missing");
            }
            return object.get(member);
        }

        private JsonArray array(String member) {
            if (!has(member)) {
                return new JsonArray();
            }
            if (!object.get(member).isJsonArray()) {
                throw refusal(member, "is not a list");
            }
            return object.get(member).getAsJsonArray();
        }

        private String text(String member) {
            return text(required(member), member);
        }

        private String text(JsonElement value, String member) {
            if (!value.isJsonPrimitive()
                    || !value.getAsJsonPrimitive().isString()
                    || value.getAsString().isBlank()
                    || value.getAsString().chars().anyMatch(Character::isISOControl)) {
                throw refusal(member, "is not a line of text");
            }
            return value.getAsString();
        }

        private List<String> texts(String member) {
            return texts(array(member), member);
        }

        private List<String> texts(JsonElement value, String member) {
            if (!value.isJsonArray()) {
                throw refusal(member, "is not a list of texts");
            }
            List<String> texts = new ArrayList<>();
            value.getAsJsonArray().forEach(each -> texts.add(text(each, member)));
            return List.copyOf(texts);
        }

        private int number(String member, int min, int max) {
            try {
                JsonElement value = required(member);
                int number = Integer.parseInt(value.getAsString());
                if (value.getAsJsonPrimitive().isNumber() && number >= min && number <= max) {
                    return number;
                }
            } catch (NumberFormatException | UnsupportedOperationException | IllegalStateException e) {
                // refused below, as another text is
            }
            throw refusal(member, "must be a whole number between %d and %d".formatted(min, max));
        }

        private IllegalArgumentException refusal(String member, String problem) {
            return new IllegalArgumentException("'%s': '%s' %s".formatted(file, member, problem));
        }
    }
}
