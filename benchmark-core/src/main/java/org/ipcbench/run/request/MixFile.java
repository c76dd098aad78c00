package org.ipcbench.run.request;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.workload.shape.SizeMix;

/**
 * A file about sizes: each line has two numbers with white space or a comma between them. Empty lines and lines that begin with # are
 * left out. Every complaint names the file and the line.
 */
public final class MixFile {
    private static final String COMMENT = "#";
    private static final String SEPARATOR = "\\s*,\\s*|\\s+";
    private static final int FIELDS = 2;

    /** Without exponents, which may stand for numbers of any length. */
    private static final String SECONDS = "\\d{1,12}(\\.\\d{1,12})?";

    private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(86_400);
    private static final int NANO_DIGITS = 9;

    private final Path path;

    public MixFile(Path path) {
        this.path = path;
    }

    /** Handles one line: two texts and the number of the line. */
    @FunctionalInterface
    private interface Handler {
        void handle(String first, String second, int line);
    }

    /**
     * Reads a size and its weight from each line.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has a line that is not allowed
     */
    public SizeMix weights() {
        List<SizeMix.Weighted.Part> parts = new ArrayList<>();
        read("a size and its weight", (size, weight, line) -> {
            double number = number(weight, "weight", line);
            if (number < 0) {
                throw fault(line, "the weight '%s' is negative".formatted(weight));
            }
            int bytes = size(size, line);
            if (number > 0) {
                parts.add(new SizeMix.Weighted.Part(bytes, number));
            }
            if (parts.size() > SizeMix.Weighted.MAX_PARTS) {
                throw fault(line, "a mix has at most %d sizes".formatted(SizeMix.Weighted.MAX_PARTS));
            }
        });
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s': the weights add up to 0; give a size and its weight on each line".formatted(path));
        }
        return new SizeMix.Weighted(SizeMix.Weighted.PREFIX + path.getFileName(), parts);
    }

    /**
     * Reads the time of a call, in seconds since any moment, and the size of its request from each line.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has a line that is not allowed
     */
    public SizeMix.Trace trace() {
        List<Long> dueNanos = new ArrayList<>();
        List<Integer> bytes = new ArrayList<>();
        List<BigDecimal> times = new ArrayList<>();
        read("a time in seconds and a size", (time, size, line) -> {
            if (!time.matches(SECONDS)) {
                throw fault(line, "the time '%s' is not a number of seconds, such as 0.0125".formatted(abridged(time)));
            }
            times.add(new BigDecimal(time));
            long nanos = dueNanos(times.get(times.size() - 1).subtract(times.get(0)), time, line);
            if (!dueNanos.isEmpty() && nanos < dueNanos.get(dueNanos.size() - 1)) {
                throw fault(line, "the time '%s' is before the time of the line before".formatted(time));
            }
            dueNanos.add(nanos);
            bytes.add(size(size, line));
            if (bytes.size() > SizeMix.Trace.MAX_CALLS) {
                throw fault(line, "a trace has at most %d calls".formatted(SizeMix.Trace.MAX_CALLS));
            }
        });
        if (dueNanos.isEmpty() || dueNanos.get(dueNanos.size() - 1) == 0) {
            throw new IllegalArgumentException(
                    "'%s': a trace needs two calls at different times; give a time in seconds and a size on each line"
                            .formatted(path));
        }
        SizeMix.Trace trace = new SizeMix.Trace(SizeMix.Trace.PREFIX + path.getFileName(), dueNanos, bytes);
        if (trace.gapNanos() < 1) {
            throw new IllegalArgumentException("'%s': there is more than one call in each nanosecond".formatted(path));
        }
        return trace;
    }

    private long dueNanos(BigDecimal seconds, String time, int line) {
        if (seconds.abs().compareTo(MAX_SECONDS) > 0) {
            throw fault(line, "the time '%s' is more than a day from the first one".formatted(time));
        }
        return seconds.movePointRight(NANO_DIGITS).longValue();
    }

    private void read(String expected, Handler handler) {
        int number = 0;
        for (String line : lines()) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith(COMMENT)) {
                continue;
            }
            String[] fields = text.split(SEPARATOR, -1);
            if (fields.length != FIELDS) {
                throw fault(number, "'%s' is not %s".formatted(abridged(text), expected));
            }
            handler.handle(fields[0], fields[1], number);
        }
    }

    private List<String> lines() {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("'%s' is a directory; give a text file".formatted(path));
        }
        try {
            return Files.readAllLines(path);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("'%s' not found".formatted(path), e);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("'%s' is not a text file in UTF-8".formatted(path), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read '%s': %s".formatted(path, e), e);
        }
    }

    private int size(String text, int line) {
        double bytes = number(text, "size", line);
        if (bytes < Cell.MIN_BYTES || bytes > Cell.MAX_BYTES || bytes != Math.rint(bytes)) {
            throw fault(
                    line,
                    "the size '%s' must be a whole number between %d and %d"
                            .formatted(abridged(text), Cell.MIN_BYTES, Cell.MAX_BYTES));
        }
        return (int) bytes;
    }

    private double number(String text, String word, int line) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException ignored) {
            // the complaint below is clearer
        }
        throw fault(line, "the %s '%s' is not a number".formatted(word, abridged(text)));
    }

    private IllegalArgumentException fault(int line, String problem) {
        return new IllegalArgumentException("'%s' line %d: %s".formatted(path, line, problem));
    }

    /** A line may be very long if the file is another kind of file. */
    private static String abridged(String text) {
        final int most = 40;
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
