package org.ipcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The limit of the number of types that exactly one other file names. If such a type is short, it stands in that file, unless it has
 * tests of its own.
 */
final class SingleUsersTest {
    private static final int MAX_TYPES = 120;

    private static final Path REPOSITORY = Path.of("..");
    private static final List<String> MODULES =
            List.of("benchmark-core", "transports", "codecs", "cli", "jmh-benchmarks");
    private static final String DESCRIPTION = "package-info";

    /** What names no type: comments, text blocks, strings, characters. */
    private static final Pattern NO_CODE = Pattern.compile(
            "(?s)/\\*.*?\\*/|//[^\n]*+|\"\"\".*?\"\"\"" + "|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])++'");

    private static final Pattern NO_WORD = Pattern.compile("\\W+");

    @Test
    void fewTypesHaveASingleUser() throws IOException {
        Map<String, String> users = singleUsers(wordsOfTypes());

        assertThat(users.size())
                .as("types that one other file uses, and this file: %s", users)
                .isLessThanOrEqualTo(MAX_TYPES);
    }

    @Test
    void commentOrTextIsNoUser() {
        Map<String, Set<String>> types = Map.of(
                "Used", words("class Used {}"),
                "User", words("class User { Used used; Both both; }"),
                "Other", words("/* Used */ class Other { String text = \"Used \\\" Used\"; Both both; } // Used"),
                "Both", words("class Both { char quote = '\"'; }"));

        assertThat(singleUsers(types)).isEqualTo(Map.of("Used", "User"));
    }

    /** Each type that one other file names, with the name of that file. */
    private static Map<String, String> singleUsers(Map<String, Set<String>> types) {
        Map<String, Set<String>> users = new HashMap<>();
        types.forEach((user, words) -> words.stream()
                .filter(word -> types.containsKey(word) && !word.equals(user))
                .forEach(used ->
                        users.computeIfAbsent(used, unused -> new HashSet<>()).add(user)));
        Map<String, String> single = new TreeMap<>();
        users.forEach((used, its) -> {
            if (its.size() == 1) {
                single.put(used, its.iterator().next());
            }
        });
        return single;
    }

    /** The words of each file of main code, by the name of its type; types of one name are taken as one. */
    private static Map<String, Set<String>> wordsOfTypes() throws IOException {
        Map<String, Set<String>> types = new HashMap<>();
        for (String module : MODULES) {
            try (Stream<Path> sources = Files.walk(REPOSITORY.resolve(module).resolve("src/main/java"))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .toList()) {
                    String name = source.getFileName().toString().replace(".java", "");
                    if (!name.equals(DESCRIPTION)) {
                        types.computeIfAbsent(name, unused -> new HashSet<>()).addAll(words(Files.readString(source)));
                    }
                }
            }
        }
        return types;
    }

    private static Set<String> words(String source) {
        return NO_WORD.splitAsStream(NO_CODE.matcher(source).replaceAll(" ")).collect(Collectors.toSet());
    }
}
