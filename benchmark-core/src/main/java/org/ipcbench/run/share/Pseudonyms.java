package org.ipcbench.run.share;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces what tells whose machine this is: names, paths, addresses, ids of containers. The same text always has the same
 * pseudonym, so that a reader still sees what belongs together.
 */
final class Pseudonyms {
    /** What is replaced; its name begins the pseudonym. */
    private enum Kind {
        PATH,
        ADDRESS,
        CONTAINER,
        HOST,
        USER,
        NAME
    }

    /**
     * Properties of records and environments with words, numbers and ids of the suite, the kernel and the JVM, and nothing that
     * anybody typed. What is not listed here is searched.
     */
    private static final Set<String> PUBLIC = Set.of(
            "record",
            "id",
            "boot",
            "suite",
            "commit",
            "startedAt",
            "endedAt",
            "accepted",
            "title",
            "csvName",
            "groups",
            "waitStrategy",
            "traits",
            "transport",
            "workload",
            "payload",
            "placement",
            "clientCpus",
            "serverCpus",
            "serving",
            "status",
            "pin",
            "jvm",
            "plugins",
            "named",
            "arrivals",
            "pacing",
            "workKind",
            "part",
            "measurement",
            "breakdown",
            "checksum",
            "suiteVersion",
            "machine",
            "launcher",
            "version",
            "mitigations");

    /** Objects whose property names are the user's. */
    private static final Set<String> NAMED_BY_USER = Set.of("labels", "variants", "walls");

    private static final String IN_PATH = "[^\\s:;,\"'`<>|(){}\\[\\]]";

    /** Also with blanks, if a further slash follows them; without the end of a sentence. */
    private static final String PATH_REST = "%1$s*(?: (?![/~-])%1$s*/%1$s*)*(?<!\\.)".formatted(IN_PATH);

    private static final String PATH =
            "(?:(?<![\\w/.~)\\]-])|(?<=(?:^|\\s)-[A-Za-z])|(?=~))(?:~[\\w-]*)?/%s%s".formatted(IN_PATH, PATH_REST);

    private static final String ADDRESS = String.join(
            "|",
            "\\w[\\w+.-]*://[^\\s\"'`<>]+",
            "[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)*",
            "(?<![\\w.+-])(?<!JDK )(?!127\\.|0\\.0\\.0\\.0)(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w.+-])",
            "(?<![\\w:.])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![\\w:])",
            "(?<![\\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\\w:])",
            "(?<![\\w:.])(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6}(?![\\w:])");

    private static final String CONTAINER =
            "(?<![0-9A-Za-z])(?:[0-9a-f]{64}|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{12})(?![0-9A-Za-z])";

    /** Places that every Linux has; what the kernel says of them is about the machine. */
    private static final Pattern OF_EVERY_MACHINE = Pattern.compile("/dev/(?:shm|null|zero)|/(?:proc|sys)/.*");

    /** Names of this length are found within words, too; shorter ones only between other characters than letters and digits. */
    private static final int MIN_ANYWHERE = 5;

    private final Map<String, Kind> names = new LinkedHashMap<>();
    private final Map<Kind, Map<String, String>> given = new EnumMap<>(Kind.class);
    private final Pattern wanted;
    private final Pattern wantedName;

    /** Pseudonyms for these names, and for every path, address and id. */
    Pseudonyms(PrivateNames known) {
        put(known.hosts(), Kind.HOST);
        put(known.users(), Kind.USER);
        put(known.others(), Kind.NAME);
        String name = alternatives(names.keySet());
        String directory = alternatives(known.directories());
        String path = directory.isEmpty() ? PATH : "(?:%s)%s|%s".formatted(directory, "(?![\\w-])" + PATH_REST, PATH);
        wantedName = Pattern.compile("(?<NAME>%s)".formatted(name.isEmpty() ? "(?!)" : name));
        wanted = Pattern.compile("(?<ADDRESS>%s)|(?<PATH>%s)|(?<CONTAINER>%s)|%s"
                .formatted(ADDRESS, path, CONTAINER, wantedName.pattern()));
    }

    private void put(Collection<String> some, Kind kind) {
        some.forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), kind));
    }

    private static String alternatives(Collection<String> texts) {
        return texts.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(text -> text.length() < MIN_ANYWHERE
                        ? "(?<![A-Za-z0-9])(?i:%s)(?![A-Za-z0-9])".formatted(Pattern.quote(text))
                        : "(?i:%s)".formatted(Pattern.quote(text)))
                .collect(Collectors.joining("|"));
    }

    /** The text with pseudonyms. */
    String text(String text) {
        return replaced(wanted, text);
    }

    private String replaced(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.replaceAll(match -> Matcher.quoteReplacement(pseudonym(matcher)));
    }

    private String pseudonym(Matcher found) {
        String text = found.group();
        if (found.group("NAME") != null) {
            String name = text.toLowerCase(Locale.ROOT);
            return given(names.getOrDefault(name, Kind.NAME), name);
        }
        if (OF_EVERY_MACHINE.matcher(text).matches()) {
            return replaced(wantedName, text);
        }
        return Stream.of(Kind.PATH, Kind.ADDRESS, Kind.CONTAINER)
                .filter(kind -> found.group(kind.name()) != null)
                .findFirst()
                .map(kind -> given(kind, text))
                .orElseThrow();
    }

    private String given(Kind kind, String original) {
        Map<String, String> ofKind = given.computeIfAbsent(kind, unused -> new LinkedHashMap<>());
        return ofKind.computeIfAbsent(original, unused -> kind.name() + (ofKind.size() + 1));
    }

    /** The pseudonyms that were needed so far. */
    List<String> all() {
        return given.values().stream()
                .flatMap(ofKind -> ofKind.values().stream())
                .toList();
    }

    /** A line of a record, or an environment, with pseudonyms in every value that may hold what somebody typed. */
    JsonObject json(JsonObject object) {
        return object(object, false);
    }

    private JsonObject object(JsonObject object, boolean isNamedByUser) {
        JsonObject replaced = new JsonObject();
        object.entrySet().forEach(property -> {
            String name = property.getKey();
            replaced.add(
                    isNamedByUser ? text(name) : name,
                    !isNamedByUser && PUBLIC.contains(name) ? property.getValue() : value(name, property.getValue()));
        });
        return replaced;
    }

    private JsonElement value(String property, JsonElement value) {
        if (value instanceof JsonObject object) {
            return object(object, NAMED_BY_USER.contains(property));
        }
        if (value instanceof JsonArray array) {
            JsonArray replaced = new JsonArray();
            array.forEach(element -> replaced.add(value(property, element)));
            return replaced;
        }
        if (value instanceof JsonPrimitive text && text.isString()) {
            return new JsonPrimitive(
                    property.equals("arguments") ? argument(text.getAsString()) : text(text.getAsString()));
        }
        return value;
    }

    /** An argument of the command line: the name of an option is nobody's. */
    private String argument(String argument) {
        int sign = argument.startsWith("--") ? argument.indexOf('=') : -1;
        boolean isOption = argument.startsWith("--") && (sign >= 0 || argument.matches("--[a-z0-9-]+"));
        if (!isOption) {
            return text(argument);
        }
        return sign < 0 ? argument : argument.substring(0, sign + 1) + text(argument.substring(sign + 1));
    }
}
