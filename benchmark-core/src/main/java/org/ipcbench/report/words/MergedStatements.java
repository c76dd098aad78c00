package org.ipcbench.report.words;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements that differ only in their numbers.
 *
 * @param statements at least one statement, all with the same {@link #pattern}
 */
public record MergedStatements(List<String> statements) {
    /** Numbers, without digits that belong to a name such as p99 or 0x1f; and numbers of times in words. */
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\p{L}\\d.])\\d+(?:\\.\\d+)?(?![\\p{L}\\d])|\\b(?:once|twice)\\b");

    /** Numbers of times in words, in ascending order. */
    private static final List<String> TIMES = List.of("once", "twice");

    /** Before a number that is an upper bound. */
    private static final String UP_TO = "up to ";

    public MergedStatements {
        statements = List.copyOf(statements);
    }

    /** The common part of statements that differ only in their numbers. */
    public static String pattern(String statement) {
        return NUMBER.matcher(statement).replaceAll("#");
    }

    /** The statement with the range of each number that differs; of an upper bound, with the greatest. */
    public String text() {
        List<List<String>> numbers = statements.stream()
                .map(statement -> NUMBER.matcher(statement)
                        .results()
                        .map(number -> number.group())
                        .toList())
                .toList();
        String first = statements.get(0);
        Matcher places = NUMBER.matcher(first);
        StringBuilder text = new StringBuilder();
        int written = 0;
        for (int place = 0; places.find(); place++) {
            String words = first.substring(written, places.start());
            text.append(words).append(words.endsWith(UP_TO) ? greatest(numbers, place) : range(numbers, place));
            written = places.end();
        }
        return text.append(first.substring(written)).toString();
    }

    private static String range(List<List<String>> numbers, int place) {
        List<String> ascending = ascending(numbers, place);
        String least = ascending.get(0);
        String greatest = greatest(numbers, place);
        if (least.equals(greatest)) {
            return least;
        }
        return least + (TIMES.contains(least) ? " or " : " to ") + greatest;
    }

    private static String greatest(List<List<String>> numbers, int place) {
        return ascending(numbers, place).get(numbers.size() - 1);
    }

    private static List<String> ascending(List<List<String>> numbers, int place) {
        return numbers.stream()
                .map(each -> each.get(place))
                .sorted(Comparator.comparingDouble(MergedStatements::value))
                .toList();
    }

    private static double value(String number) {
        return TIMES.contains(number) ? TIMES.indexOf(number) : Double.parseDouble(number);
    }
}
