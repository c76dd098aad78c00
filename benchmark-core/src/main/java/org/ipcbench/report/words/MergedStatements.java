package org.ipcbench.report.words;

import java.util.ArrayList;
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
    /** Numbers, without digits that belong to a name such as p99 or 0x1f. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\d.])\\d+(?:\\.\\d+)?(?![\\p{L}\\d])");

    public MergedStatements {
        statements = List.copyOf(statements);
    }

    /** The common part of statements that differ only in their numbers. */
    public static String pattern(String statement) {
        return NUMBER.matcher(statement).replaceAll("#");
    }

    /** The statement with the range of each number that differs. */
    public String text() {
        List<List<String>> numbers = statements.stream()
                .map(statement -> NUMBER.matcher(statement)
                        .results()
                        .map(number -> number.group())
                        .toList())
                .toList();
        Matcher places = NUMBER.matcher(statements.get(0));
        StringBuilder text = new StringBuilder();
        for (int place = 0; places.find(); place++) {
            places.appendReplacement(text, Matcher.quoteReplacement(range(numbers, place)));
        }
        places.appendTail(text);
        return text.toString();
    }

    private static String range(List<List<String>> numbers, int place) {
        List<String> ascending =
                new ArrayList<>(numbers.stream().map(each -> each.get(place)).toList());
        ascending.sort(Comparator.comparingDouble(Double::parseDouble));
        String least = ascending.get(0);
        String greatest = ascending.get(ascending.size() - 1);
        return least.equals(greatest) ? least : least + " to " + greatest;
    }
}
