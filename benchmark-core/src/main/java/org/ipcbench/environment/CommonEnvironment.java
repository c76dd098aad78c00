package org.ipcbench.environment;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Combines several environments into one: different texts are joined, different numbers become unknown, and lists of texts
 * have the entries of all.
 */
public final class CommonEnvironment {
    private static final String SEPARATOR = " + ";
    private static final String STARTED_AT = "startedAt";

    private CommonEnvironment() {}

    /** The combined environment of at least one environment. */
    public static Environment of(List<Environment> environments) {
        Gson gson = new Gson();
        return Objects.requireNonNull(gson.fromJson(
                common("", environments.stream().map(gson::toJsonTree).toList()), Environment.class));
    }

    private static JsonElement common(String name, List<JsonElement> values) {
        Set<JsonElement> distinct = new LinkedHashSet<>(values);
        JsonElement first = values.get(0);
        if (distinct.size() == 1) {
            return first;
        }
        if (first instanceof JsonObject) {
            return object(values.stream().map(JsonElement::getAsJsonObject).toList());
        }
        if (first instanceof JsonArray) {
            return array(values.stream().map(JsonElement::getAsJsonArray).toList());
        }
        if (first.getAsJsonPrimitive().isString()) {
            Stream<String> texts = distinct.stream().map(JsonElement::getAsString);
            return new JsonPrimitive(
                    name.equals(STARTED_AT)
                            ? texts.sorted().findFirst().orElse("")
                            : texts.filter(text -> !text.isEmpty()).collect(Collectors.joining(SEPARATOR)));
        }
        return new JsonPrimitive(0);
    }

    private static JsonObject object(List<JsonObject> values) {
        JsonObject object = new JsonObject();
        values.stream()
                .flatMap(value -> value.keySet().stream())
                .distinct()
                .forEach(name -> object.add(
                        name,
                        common(
                                name,
                                values.stream()
                                        .filter(value -> value.has(name))
                                        .map(value -> value.get(name))
                                        .toList())));
        return object;
    }

    private static JsonArray array(List<JsonArray> values) {
        JsonArray array = new JsonArray();
        values.stream()
                .flatMap(value -> value.asList().stream())
                .filter(CommonEnvironment::isText)
                .distinct()
                .forEach(array::add);
        return array;
    }

    private static boolean isText(JsonElement value) {
        return value instanceof JsonPrimitive primitive && primitive.isString();
    }
}
