package org.ipcbench.run.request;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;

/**
 * A file about sizes: each line has numbers with white space, a comma or a semicolon between them. Calls may also be JSON objects, one a
 * line. Empty lines and lines that begin
 * with # are left out. What spreadsheets add is understood: a byte order mark, quotes, empty cells at the end of a line, and decimals
 * with a comma if it does not separate the numbers. Every complaint names the file and the line.
 */
public final class MixFile {
    private static final String COMMENT = "#";
    private static final String SEPARATOR = "\\s*,\\s*|\\s+";
    private static final String SEMICOLON = ";";
    private static final String TAB = "\t";
    private static final Pattern DECIMAL_COMMA = Pattern.compile("(\\d),(\\d)");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Every second byte of digits in UTF-16; no text in UTF-8 has it. */
    private static final char NUL = 0;

    private static final int MIN_FIELDS = 2;

    /** Without exponents, which may stand for numbers of any length. */
    private static final String SECONDS = "\\d{1,12}(\\.\\d{1,12})?";

    private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(86_400);
    private static final int NANO_DIGITS = 9;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final String CALL =
            "a time in seconds and a size, or these with the size of the answer and the server's time in seconds";

    /** Room for the longest trace with many digits and comments; a device has no end. */
    private static final int MAX_FILE_BYTES = 16 << 20;

    private final Path path;
    private final ToIntFunction<String> sizes;

    /**
     * A file that has not been read.
     *
     * @param sizes reads a size in bytes; throws an IllegalArgumentException that says what is allowed
     */
    public MixFile(Path path, ToIntFunction<String> sizes) {
        this.path = path;
        this.sizes = sizes;
    }

    /** A size and its weight on a line. */
    private record Weight(int line, String text, SizeMix.Weighted.Part part) {}

    /** Handles one line: its texts and its number. */
    @FunctionalInterface
    private interface Handler {
        void handle(List<String> fields, int line);
    }

    /** A column of a trace that may be left out, as people call its values. */
    private enum Column {
        ANSWER(MIN_FIELDS, "size of the answer"),
        SERVER(MIN_FIELDS + 1, "time of the server");

        private final int place;
        private final String title;

        Column(int place, String title) {
            this.place = place;
            this.title = title;
        }

        /** The text of a line; empty if the line has none. */
        String of(List<String> fields) {
            return place < fields.size() ? fields.get(place) : "";
        }
    }

    /**
     * Reads a size and its weight from each line.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has a line that is not allowed
     */
    public SizeMix weights() {
        List<Weight> weights = new ArrayList<>();
        read("a size and its weight", MIN_FIELDS, (fields, line) -> {
            String weight = fields.get(1);
            double number = weight(weight, line);
            if (number < 0) {
                throw fault(line, "the weight '%s' is negative".formatted(weight));
            }
            int bytes = size(fields.get(0), line);
            if (number > 0) {
                weights.add(new Weight(line, weight, new SizeMix.Weighted.Part(bytes, number)));
            }
            if (weights.size() > SizeMix.Weighted.MAX_PARTS) {
                throw fault(line, "a mix has at most %d sizes".formatted(SizeMix.Weighted.MAX_PARTS));
            }
        });
        if (weights.isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s': the weights add up to 0; give a size and its weight on each line".formatted(path));
        }
        requireShares(weights);
        return new SizeMix.Weighted(
                SizeMix.Weighted.PREFIX + name(),
                weights.stream().map(Weight::part).toList());
    }

    /** A name that a record may have: a record with control characters in names is refused. */
    private String name() {
        return path.getFileName().toString().replaceAll("\\p{Cc}", "?");
    }

    /** A size that is rarer than the sequence is long could only occur too often, and a large one would dominate the mean. */
    private void requireShares(List<Weight> weights) {
        double total =
                weights.stream().mapToDouble(weight -> weight.part().weight()).sum();
        for (Weight weight : weights) {
            if (weight.part().weight() < SizeMix.Weighted.MIN_SHARE * total) {
                throw fault(
                        weight.line(),
                        "the weight '%s' is less than 1/%.0f of all; omit the line, or add the weight to a similar size's"
                                .formatted(abridged(weight.text()), 1 / SizeMix.Weighted.MIN_SHARE));
            }
        }
    }

    /**
     * Reads the time of a call, in seconds since any moment, and the size of its request from each line, and the size of its answer and the
     * server's time, in seconds, if the lines have them.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has a line that is not allowed
     */
    public SizeMix.Trace trace() {
        List<Long> dueNanos = new ArrayList<>();
        List<Integer> bytes = new ArrayList<>();
        List<Integer> answers = new ArrayList<>();
        List<Long> serverNanos = new ArrayList<>();
        List<BigDecimal> times = new ArrayList<>();
        Set<Column> columns = EnumSet.noneOf(Column.class);
        read(CALL, MIN_FIELDS + Column.values().length, (fields, line) -> {
            String time = fields.get(0);
            if (!time.matches(SECONDS)) {
                throw fault(line, "the time '%s' is not a number of seconds, such as 0.0125".formatted(abridged(time)));
            }
            times.add(new BigDecimal(time));
            long nanos = dueNanos(times.get(times.size() - 1).subtract(times.get(0)), time, line);
            if (!dueNanos.isEmpty() && nanos < dueNanos.get(dueNanos.size() - 1)) {
                throw fault(line, "the time '%s' is before the time of the line before".formatted(time));
            }
            dueNanos.add(nanos);
            requireColumns(fields, line, columns, bytes.isEmpty());
            bytes.add(size(fields.get(1), line));
            if (columns.contains(Column.ANSWER)) {
                answers.add(size(Column.ANSWER.of(fields), line));
            }
            if (columns.contains(Column.SERVER)) {
                serverNanos.add(serverNanos(Column.SERVER.of(fields), line));
            }
            if (bytes.size() > SizeMix.Trace.MAX_CALLS) {
                throw fault(line, "a trace has at most %d calls".formatted(SizeMix.Trace.MAX_CALLS));
            }
        });
        if (dueNanos.isEmpty() || dueNanos.get(dueNanos.size() - 1) == 0) {
            throw new IllegalArgumentException(
                    "'%s': a trace needs two calls at different times; give a time in seconds and a size on each line"
                            .formatted(path));
        }
        requireLongEnough(serverNanos);
        SizeMix.Trace trace = new SizeMix.Trace(SizeMix.Trace.PREFIX + name(), dueNanos, bytes, answers, serverNanos);
        if (trace.gapNanos() < 1) {
            throw new IllegalArgumentException("'%s': there is more than one call in each nanosecond".formatted(path));
        }
        return trace;
    }

    /** The first line tells which columns there are. */
    private void requireColumns(List<String> fields, int line, Set<Column> columns, boolean first) {
        for (Column column : Column.values()) {
            boolean given = !column.of(fields).isEmpty();
            if (first && given) {
                columns.add(column);
            } else if (given != columns.contains(column)) {
                throw fault(
                        line,
                        "a %s is %s, unlike in the lines before".formatted(column.title, given ? "given" : "missing"));
            }
        }
    }

    private long serverNanos(String seconds, int line) {
        if (seconds.matches(SECONDS)) {
            long nanos = new BigDecimal(seconds).movePointRight(NANO_DIGITS).longValue();
            if (nanos <= SizeMix.Trace.MAX_SERVER_NANOS) {
                return nanos;
            }
        }
        throw fault(
                line,
                "the time of the server '%s' must be a number of seconds from 0 to %d, such as 0.0002"
                        .formatted(abridged(seconds), SizeMix.Trace.MAX_SERVER_NANOS / NANOS_PER_SECOND));
    }

    /** The mean is proven by readings of the CPU time, and kept as the work of every call is. */
    private void requireLongEnough(List<Long> serverNanos) {
        double mean = serverNanos.stream().mapToLong(Long::longValue).average().orElse(0);
        if (mean > 0 && (mean < Work.MIN_NANOS || mean > Work.MAX_NANOS)) {
            throw new IllegalArgumentException(
                    "'%s': the mean of the server's times must be 0 or between %d us and %d ms, was %.3f us"
                            .formatted(
                                    path,
                                    Work.MIN_NANOS / NANOS_PER_MICRO,
                                    Work.MAX_NANOS / NANOS_PER_MILLI,
                                    mean / NANOS_PER_MICRO));
        }
    }

    private long dueNanos(BigDecimal seconds, String time, int line) {
        if (seconds.abs().compareTo(MAX_SECONDS) > 0) {
            throw fault(line, "the time '%s' is more than a day from the first one".formatted(time));
        }
        return seconds.movePointRight(NANO_DIGITS).longValue();
    }

    private void read(String expected, int most, Handler handler) {
        int number = 0;
        for (String line : lines()) {
            number++;
            List<String> fields = most > MIN_FIELDS && RecordedCall.isOne(line) ? cells(line, number) : fields(line);
            if (fields.isEmpty() || fields.get(0).startsWith(COMMENT)) {
                continue;
            }
            if (fields.size() < MIN_FIELDS || fields.size() > most) {
                throw fault(number, "'%s' is not %s".formatted(abridged(line.strip()), expected));
            }
            handler.handle(fields, number);
        }
    }

    private List<String> cells(String line, int number) {
        try {
            return RecordedCall.cells(line);
        } catch (IllegalArgumentException e) {
            throw fault(number, String.valueOf(e.getMessage()));
        }
    }

    /** The cells of a line up to the last one that is not empty. */
    private static List<String> fields(String line) {
        boolean hasSemicolons = line.contains(SEMICOLON);
        boolean hasDecimalCommas = hasSemicolons
                || (line.contains(TAB) && DECIMAL_COMMA.matcher(line).find());
        String separator = hasSemicolons ? SEMICOLON : hasDecimalCommas ? "\\s*" + TAB + "\\s*" : SEPARATOR;
        List<String> fields = new ArrayList<>();
        for (String cell : line.strip().split(separator, -1)) {
            String field = cell.replace("\"", "").strip();
            fields.add(hasDecimalCommas ? DECIMAL_COMMA.matcher(field).replaceAll("$1.$2") : field);
        }
        while (!fields.isEmpty() && fields.get(fields.size() - 1).isEmpty()) {
            fields.remove(fields.size() - 1);
        }
        return fields;
    }

    private List<String> lines() {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("'%s' is a directory; give a text file".formatted(path));
        }
        try (InputStream file = Files.newInputStream(path)) {
            byte[] content = file.readNBytes(MAX_FILE_BYTES + 1);
            if (content.length > MAX_FILE_BYTES) {
                throw new IllegalArgumentException(
                        "'%s' is larger than %d MiB; give a text file".formatted(path, MAX_FILE_BYTES >> 20));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            if (text.indexOf(NUL) >= 0) {
                throw notText();
            }
            return text.replaceFirst("^" + BYTE_ORDER_MARK, "").lines().toList();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("'%s' not found".formatted(path), e);
        } catch (CharacterCodingException e) {
            throw notText();
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read '%s': %s".formatted(path, e), e);
        }
    }

    /** Spreadsheets call UTF-16 "Unicode text". */
    private IllegalArgumentException notText() {
        return new IllegalArgumentException(
                "'%s' is not a text file in UTF-8; save it as text or CSV in UTF-8, not in UTF-16".formatted(path));
    }

    private int size(String text, int line) {
        try {
            return sizes.applyAsInt(abridged(text));
        } catch (IllegalArgumentException e) {
            throw fault(line, "the size " + e.getMessage());
        }
    }

    private double weight(String text, int line) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException ignored) {
            // the complaint below is clearer
        }
        throw fault(line, "the weight '%s' is not a number".formatted(abridged(text)));
    }

    private IllegalArgumentException fault(int line, String problem) {
        return new IllegalArgumentException("'%s' line %d: %s".formatted(path, line, problem));
    }

    /** A line may be very long if the file is another kind of file. */
    static String abridged(String text) {
        final int most = 40;
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
