package org.ipcbench.compare;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.environment.Environment;

/** The environment of a run as names and values; the names are the paths in {@code environment.json}. */
final class Conditions {
    /** These differ between any two runs. */
    private static final Set<String> ALWAYS_OTHERS =
            Set.of("startedAt", "seed", "machine.loadAverages", "machine.memory.sharedMemoryFreeBytes");

    private static final String UNKNOWN_NUMBER = "0";

    private final Map<String, String> values = new LinkedHashMap<>();

    private Conditions() {}

    /** What is known of an environment, and may be the same in another run. */
    static Map<String, String> of(Environment environment) {
        Conditions conditions = new Conditions();
        conditions.add("", new Gson().toJsonTree(environment));
        return conditions.values;
    }

    private void add(String name, JsonElement value) {
        if (ALWAYS_OTHERS.contains(name) || value.isJsonNull()) {
            return;
        }
        if (value instanceof JsonObject object) {
            String prefix = name.isEmpty() ? "" : name + ".";
            object.entrySet().forEach(entry -> add(prefix + entry.getKey(), entry.getValue()));
            return;
        }
        String text = value instanceof JsonArray array ? text(array) : value.getAsString();
        if (!text.isEmpty() && !text.equals(UNKNOWN_NUMBER)) {
            values.put(name, text);
        }
    }

    private static String text(JsonArray array) {
        List<String> elements = new ArrayList<>();
        array.forEach(element -> elements.add(element.isJsonPrimitive() ? element.getAsString() : element.toString()));
        return String.join(" ", elements);
    }
}
