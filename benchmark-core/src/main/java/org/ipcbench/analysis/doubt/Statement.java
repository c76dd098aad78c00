package org.ipcbench.analysis.doubt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A statement of what was seen: words, and among them numbers that are values, so that statements about several cells can be
 * made one.
 *
 * @param parts in their order
 */
public record Statement(List<Part> parts) {
    private static final Pattern PLACEHOLDER = Pattern.compile("%(%|s|[.\\d]*[df])");

    /** Words before a number that is an upper bound. */
    private static final String UP_TO = "up to ";

    private static final Comparator<Part> ASCENDING = Comparator.comparingDouble(Part::value);

    /** A part of a statement. */
    public sealed interface Part {
        /** The part as it is read. */
        String text();

        /** What alike statements have in common here. */
        String form();

        /** What alike statements differ in here; the same for all words. */
        default double value() {
            return 0;
        }
    }

    /** Words, or what somebody else has said, numbers included. */
    private record Words(String text) implements Part {
        @Override
        public String form() {
            return text;
        }
    }

    /**
     * A number.
     *
     * @param form how it is formatted, with a decimal point in every locale
     */
    private record Figure(Number number, String form) implements Part {
        @Override
        public String text() {
            return String.format(Locale.ROOT, form, number);
        }

        @Override
        public double value() {
            return number.doubleValue();
        }
    }

    /** How often, in words: once or twice. */
    private record Times(int number) implements Part {
        @Override
        public String text() {
            return number == 1 ? "once" : "twice";
        }

        @Override
        public String form() {
            return "%times";
        }

        @Override
        public double value() {
            return number;
        }
    }

    public Statement {
        parts = List.copyOf(parts);
    }

    /**
     * A statement by a format: each number and each statement among the values becomes a part of its own, every other value stands
     * as the words that it is.
     *
     * @param format with the placeholders {@code %s}, {@code %d}, {@code %f} and {@code %%}
     */
    public static Statement of(String format, Object... values) {
        List<Part> parts = new ArrayList<>();
        Matcher places = PLACEHOLDER.matcher(format);
        int read = 0;
        int value = 0;
        while (places.find()) {
            parts.add(new Words(format.substring(read, places.start())));
            read = places.end();
            if (places.group().equals("%%")) {
                parts.add(new Words("%"));
            } else if (values[value] instanceof Statement statement) {
                parts.addAll(statement.parts);
                value++;
            } else if (places.group().equals("%s")) {
                parts.add(new Words(values[value++].toString()));
            } else {
                parts.add(new Figure((Number) values[value++], places.group()));
            }
        }
        parts.add(new Words(format.substring(read)));
        return new Statement(parts);
    }

    /** A statement that quotes: its numbers are words. */
    public static Statement quoting(String words) {
        return new Statement(List.of(new Words(words)));
    }

    /** A number of times from one to two. */
    static Statement times(int number) {
        return new Statement(List.of(new Times(number)));
    }

    /** The statement as it is read. */
    public String text() {
        return parts.stream().map(Part::text).collect(Collectors.joining());
    }

    /** What statements have in common that differ only in their numbers. */
    public String form() {
        return parts.stream().map(Part::form).collect(Collectors.joining());
    }

    /**
     * Several statements as one: with the range of each number that differs; of an upper bound, with the greatest.
     *
     * @param alike at least one statement, all of the same {@link #form}
     */
    public static String merged(List<Statement> alike) {
        List<Part> first = alike.get(0).parts;
        StringBuilder text = new StringBuilder();
        IntStream.range(0, first.size()).forEach(place -> {
            List<Part> here =
                    alike.stream().map(statement -> statement.parts.get(place)).toList();
            text.append(text.toString().endsWith(UP_TO) ? greatest(here).text() : range(here));
        });
        return text.toString();
    }

    private static String range(List<Part> here) {
        String least = here.stream().min(ASCENDING).orElseThrow().text();
        String greatest = greatest(here).text();
        if (least.equals(greatest)) {
            return least;
        }
        return least + (here.get(0) instanceof Times ? " or " : " to ") + greatest;
    }

    private static Part greatest(List<Part> here) {
        return here.stream().max(ASCENDING).orElseThrow();
    }
}
