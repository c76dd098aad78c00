package org.ipcbench.run.request;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call as a JSON object of one line, such as a line of a server's access log: its time, the size of its request, and where recorded the
 * size of its answer and the server's time. Properties have the names that logs give them; upper case and punctuation in a name do not
 * count. Other properties are left out.
 */
final class RecordedCall {
    private static final String OBJECT = "{";
    private static final List<String> TIMES =
            List.of("time", "timestamp", "ts", "starttime", "startutc", "start", "msec", "at", "t");
    private static final List<String> REQUESTS = List.of(
            "requestbytes",
            "requestsize",
            "requestlength",
            "requestcontentsize",
            "requestbodysize",
            "httprequestbodysize",
            "bytesreceived",
            "bytesread",
            "bytesin",
            "request",
            "size",
            "bytes");
    private static final List<String> ANSWERS = List.of(
            "answerbytes",
            "answersize",
            "responsebytes",
            "responsesize",
            "responselength",
            "downstreamcontentsize",
            "responsebodysize",
            "httpresponsebodysize",
            "bodybytessent",
            "bytessent",
            "bytesout",
            "answer",
            "response");
    private static final List<String> SERVER_TIMES = List.of(
            "servertime",
            "server",
            "servicetime",
            "processingtime",
            "upstreamresponsetime",
            "duration",
            "elapsed",
            "requesttime");

    /** Units of times by the end of a name or of a text, with the power of ten that makes seconds of them. */
    private static final Map<String, Integer> UNITS = Map.of(
            "s", 0, "seconds", 0, "ms", -3, "millis", -3, "us", -6, "µs", -6, "micros", -6, "ns", -9, "nanos", -9);

    private static final String UNIT = UNITS.keySet().stream().collect(Collectors.joining("|", "(", ")"));
    private static final Pattern TIME = Pattern.compile("([-0-9.eE+]{1,40}?)\\s*" + UNIT + "?");

    /** Seconds since 1970 have fewer digits; with more, a time is in thousandths, millionths or billionths of a second. */
    private static final int MAX_SECOND_DIGITS = 11;

    private static final int DIGITS_OF_A_UNIT = 3;

    /** An exponent may stand for a number of any length. */
    private static final int MAX_SCALE = 30;

    private static final int NANO_DIGITS = 9;

    private final JsonObject properties = new JsonObject();

    private RecordedCall(JsonObject object) {
        object.entrySet().forEach(property -> properties.add(plain(property.getKey()), property.getValue()));
    }

    static boolean isOne(String line) {
        return line.stripLeading().startsWith(OBJECT);
    }

    /**
     * The cells that a line of a table of calls would have; those of what is missing are empty.
     *
     * @throws IllegalArgumentException if the line is no object, or lacks a time or a size
     */
    static List<String> cells(String line) {
        try {
            return new RecordedCall(JsonParser.parseString(line).getAsJsonObject()).cells();
        } catch (JsonParseException | IllegalStateException e) {
            throw new IllegalArgumentException("not a JSON object on one line", e);
        }
    }

    private List<String> cells() {
        return List.of(
                value(TIMES).map(RecordedCall::moment).orElseThrow(() -> lacking("time", "time, timestamp or ts")),
                value(REQUESTS)
                        .orElseThrow(() -> lacking("size of the request", "request_bytes, bytes_received or size")),
                value(ANSWERS).orElse(""),
                serverSeconds().orElse(""));
    }

    private static IllegalArgumentException lacking(String what, String names) {
        return new IllegalArgumentException("the object has no %s; name it %s".formatted(what, names));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** The value of the first of these names that the object has. */
    private Optional<String> value(List<String> names) {
        return names.stream().flatMap(name -> value(name).stream()).findFirst();
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(properties.get(name))
                .filter(JsonElement::isJsonPrimitive)
                .map(JsonElement::getAsString);
    }

    /** In seconds; of a date only the seconds since 1970 count. */
    private static String moment(String text) {
        Matcher number = TIME.matcher(text);
        if (number.matches() && number.group(2) == null) {
            BigDecimal value = decimal(text);
            int digits = value.precision() - value.scale();
            int units = Math.max(0, (digits - MAX_SECOND_DIGITS + DIGITS_OF_A_UNIT - 1) / DIGITS_OF_A_UNIT);
            return inNanos(value.movePointLeft(DIGITS_OF_A_UNIT * units));
        }
        try {
            OffsetDateTime date = OffsetDateTime.parse(text);
            return inNanos(
                    BigDecimal.valueOf(date.toEpochSecond()).add(BigDecimal.valueOf(date.getNano(), NANO_DIGITS)));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "the time '%s' is neither a number of seconds nor a date such as 2026-11-27T05:10:00.125Z"
                            .formatted(abridged(text)),
                    e);
        }
    }

    private Optional<String> serverSeconds() {
        return SERVER_TIMES.stream()
                .flatMap(name -> Stream.concat(
                        value(name).map(RecordedCall::seconds).stream(),
                        UNITS.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .flatMap(unit -> value(name + unit.getKey()).stream()
                                        .map(text -> seconds(text, unit.getValue())))))
                .findFirst();
    }

    /** A whole number could be of any unit, which differs from log to log. */
    private static String seconds(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException(
                    "the server's time '%s' is not a time, such as 0.0002 or 200us".formatted(abridged(text)));
        }
        BigDecimal value = decimal(time.group(1));
        if (time.group(2) != null) {
            return seconds(time.group(1), Objects.requireNonNull(UNITS.get(time.group(2))));
        }
        if (value.signum() != 0 && value.scale() <= 0) {
            throw new IllegalArgumentException(
                    "the server's time %s has no unit; write 0.0002 for seconds, or name it duration_us or duration_ms"
                            .formatted(abridged(text)));
        }
        return inNanos(value);
    }

    private static String seconds(String number, int power) {
        return inNanos(decimal(number).scaleByPowerOfTen(power));
    }

    /** Doubles are written with more digits than clocks have. */
    private static String inNanos(BigDecimal seconds) {
        return seconds.setScale(NANO_DIGITS, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static BigDecimal decimal(String text) {
        try {
            BigDecimal value = new BigDecimal(text);
            if (Math.abs(value.scale()) <= MAX_SCALE && value.precision() <= MAX_SCALE) {
                return value;
            }
        } catch (NumberFormatException ignored) {
            // the complaint below is clearer
        }
        throw new IllegalArgumentException("the time '%s' is not a number".formatted(abridged(text)));
    }

    private static String abridged(String text) {
        return MixFile.abridged(text);
    }
}
