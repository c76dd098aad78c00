package org.ipcbench.report.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.stream.StreamSupport;
import org.ipcbench.environment.Environment;
import org.ipcbench.markup.Markup;

/**
 * All known facts about machine, kernel and JVM, under their names in {@code environment.json}.
 *
 * @param environment the facts
 */
record EnvironmentSection(Environment environment) {

    void write(Markup markup) {
        Facts facts = new Facts();
        add(facts, "", new Gson().toJsonTree(environment));
        markup.open("section", "id", "environment").element("h2", "Environment");
        markup.open("details").element("summary", "Machine, kernel, JVM and libraries, as in environment.json");
        facts.write(markup);
        markup.close().close();
    }

    private static void add(Facts facts, String path, JsonElement value) {
        if (value instanceof JsonObject object) {
            object.entrySet()
                    .forEach(entry -> add(
                            facts, path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue()));
        } else if (value instanceof JsonArray array && !isPlain(array)) {
            for (int i = 0; i < array.size(); i++) {
                add(facts, "%s[%s]".formatted(path, i), array.get(i));
            }
        } else if (value instanceof JsonArray array) {
            facts.add(
                    path,
                    String.join(
                            " ",
                            StreamSupport.stream(array.spliterator(), false)
                                    .map(JsonElement::getAsString)
                                    .toList()));
        } else if (!value.isJsonNull()) {
            facts.add(path, value.getAsString());
        }
    }

    private static boolean isPlain(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false).allMatch(JsonElement::isJsonPrimitive);
    }
}
