package org.ipcbench.control;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.ipcbench.control.ControlLink.ControlCodec;

/** Control lines as a broken or hostile sender would write them, the same for the same seed. */
public final class MutatedLines {
    /** In place of the token of every line, so that a test can look for it. */
    public static final String TOKEN = "5ec2e70123456789abcdeffedcba98765ec2e70123456789abcdeffedcba9876";

    /** As much of a token as nobody may see. */
    private static final int SECRET_DIGITS = 12;

    private static final int DEEP = 100_000;
    private static final int LONG = 1 << 20;
    private static final int MAX_FLIPS = 4;

    private static final List<String> LINES = SampleMessages.all().stream()
            .map(new ControlCodec()::encode)
            .map(line -> line.replaceAll("[0-9a-f]{64}", TOKEN))
            .toList();

    private final Random random;

    public MutatedLines(long seed) {
        random = new Random(seed);
    }

    /** Lines as they should be, at least one of every type of message. */
    public static List<String> sound() {
        return LINES;
    }

    /** Whether a text shows a part of the token. */
    public static boolean showsToken(String text) {
        return IntStream.rangeClosed(0, TOKEN.length() - SECRET_DIGITS)
                .mapToObj(start -> TOKEN.substring(start, start + SECRET_DIGITS))
                .anyMatch(text::contains);
    }

    /** The next line, without its end. */
    public String next() {
        String line = LINES.get(random.nextInt(LINES.size()));
        return switch (random.nextInt(8)) {
            case 0 -> line.substring(0, random.nextInt(line.length()));
            case 1 -> flipped(line);
            case 2 -> spliced(line, LINES.get(random.nextInt(LINES.size())));
            case 3 -> alien();
            case 4 -> nested(line);
            default -> changed(line);
        };
    }

    private String flipped(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(MAX_FLIPS); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String spliced(String line, String other) {
        return line.substring(0, random.nextInt(line.length() + 1)) + other.substring(random.nextInt(other.length()));
    }

    /** Lines that hold no message. */
    private String alien() {
        List<String> lines = List.of(
                "",
                " ",
                "null",
                "true",
                "0",
                "1e999",
                "[]",
                "{}",
                "\"\"",
                "\"" + TOKEN + "\"",
                "\ufeff{}",
                "NaN",
                "{",
                "}",
                "GET / HTTP/1.1",
                "{\"type\":null}",
                "{\"type\":{}}",
                "{\"type\":[]}",
                "{\"type\":\"ControlMessage\"}",
                "{\"type\":\"java.lang.Runtime\"}",
                "{\"type\":\"Go\",\"type\":\"Stop\"}",
                TOKEN,
                "\0",
                "\u001b[2J");
        return lines.get(random.nextInt(lines.size()));
    }

    private String nested(String line) {
        String open = random.nextBoolean() ? "[" : "{\"a\":";
        String deep = open.repeat(1 + random.nextInt(DEEP));
        return random.nextBoolean() ? deep : line.substring(0, line.length() - 1) + ",\"deep\":" + deep;
    }

    /** The line with one of its values changed. */
    private String changed(String line) {
        JsonObject message = JsonParser.parseString(line).getAsJsonObject();
        List<JsonObject> objects = new ArrayList<>();
        collect(message, objects);
        JsonObject holder = objects.get(random.nextInt(objects.size()));
        List<String> names = List.copyOf(holder.keySet());
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(6) == 0) {
            holder.remove(name);
        } else {
            holder.add(name, value());
        }
        return message.toString();
    }

    private static void collect(JsonElement element, List<JsonObject> objects) {
        if (element instanceof JsonObject object && object.size() > 0) {
            objects.add(object);
            for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
                collect(entry.getValue(), objects);
            }
        } else if (element instanceof JsonArray array) {
            array.forEach(each -> collect(each, objects));
        }
    }

    private JsonElement value() {
        return switch (random.nextInt(10)) {
            case 0 -> JsonNull.INSTANCE;
            case 1 -> new JsonPrimitive(-random.nextLong());
            case 2 -> new JsonPrimitive(new BigDecimal("1e400"));
            case 3 -> new JsonPrimitive(random.nextDouble());
            case 4 -> new JsonPrimitive("");
            case 5 -> new JsonPrimitive("x".repeat(random.nextInt(LONG)));
            case 6 -> new JsonArray();
            case 7 -> new JsonObject();
            case 8 -> new JsonPrimitive(random.nextBoolean());
            default ->
                new JsonPrimitive(List.of("Stop", "Assign", "PT-1S", "FULL", "AAAA", "\n", "../..", TOKEN)
                        .get(random.nextInt(8)));
        };
    }
}
