package org.ipcbench.environment;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A difference between two environments.
 *
 * @param name path of the value in {@code environment.json}, such as {@code kernel.release}
 * @param before the value in the first environment
 * @param now the value in the second one
 */
public record EnvironmentDifference(String name, String before, String now) {
    /** Names of values that differ between any two runs. */
    private static final Set<String> OF_THE_MOMENT = Set.of(
            "startedAt",
            "seed",
            "machine.loadAverages",
            "machine.memory.totalBytes",
            "machine.memory.sharedMemoryFreeBytes");

    /** The size of a node. As the memory of a virtual machine, it grows and shrinks by what the hypervisor lends. */
    private static final String OF_THE_MOMENT_IN_LISTS = "memoryBytes";

    /** Measured anew in each run. */
    private static final String MEASURED = "wakeUps";

    /** Names of values that other processes change while they run. */
    private static final Set<String> OF_OTHERS = Set.of("settings.idle." + SettingsProbe.HELD_LATENCY);

    /** Flags of a JVM that only shorten its start and name a file that is created for every build. */
    private static final Pattern CLASS_ARCHIVE = Pattern.compile("-XX:SharedArchiveFile=|-Xshare:");

    /** The class path has the places of jars, but does not tell what is in them. */
    private static final String CLASS_PATH = "-cp";

    /** The differences between the values that are known in both environments, and that stay as they are unless someone changes them. */
    public static List<EnvironmentDifference> between(Environment before, Environment now) {
        Map<String, String> others = values(now);
        List<EnvironmentDifference> differences = new ArrayList<>();
        values(before).forEach((name, value) -> {
            String other = others.get(name);
            if (other != null && !other.equals(value) && !OF_OTHERS.contains(name)) {
                differences.add(new EnvironmentDifference(name, value, other));
            }
        });
        return differences;
    }

    /** One line for people. */
    public String text() {
        return "%s: %s, now %s".formatted(name, before, now);
    }

    /** The known values of an environment that can be equal in another run, by name. */
    public static Map<String, String> values(Environment environment) {
        Map<String, String> values = new LinkedHashMap<>();
        add(values, "", new Gson().toJsonTree(environment));
        return values;
    }

    private static void add(Map<String, String> values, String name, JsonElement value) {
        if (OF_THE_MOMENT.contains(name) || name.equals(MEASURED) || value.isJsonNull()) {
            return;
        }
        if (value instanceof JsonObject object) {
            String prefix = name.isEmpty() ? "" : name + ".";
            object.entrySet().forEach(entry -> add(values, prefix + entry.getKey(), entry.getValue()));
            return;
        }
        String text = value instanceof JsonArray array ? text(array) : value.getAsString();
        if (!text.isEmpty() && !isUnknownNumber(value)) {
            values.put(name, text);
        }
    }

    /** Settings are texts, for which 0 is a value. */
    private static boolean isUnknownNumber(JsonElement value) {
        return value instanceof JsonPrimitive primitive && primitive.isNumber() && primitive.getAsDouble() == 0;
    }

    private static String lasting(JsonElement element) {
        JsonElement lasting = element.deepCopy();
        if (lasting instanceof JsonObject object) {
            object.remove(OF_THE_MOMENT_IN_LISTS);
        }
        return lasting.toString();
    }

    private static String text(JsonArray array) {
        List<String> elements = new ArrayList<>();
        array.forEach(element -> elements.add(element.isJsonPrimitive() ? element.getAsString() : lasting(element)));
        elements.removeIf(element -> CLASS_ARCHIVE.matcher(element).lookingAt());
        int classPath = elements.indexOf(CLASS_PATH);
        if (classPath >= 0) {
            elements.subList(classPath, Math.min(elements.size(), classPath + 2))
                    .clear();
        }
        return String.join(" ", elements);
    }
}
