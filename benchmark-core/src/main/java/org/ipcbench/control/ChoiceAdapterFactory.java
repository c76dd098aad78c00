package org.ipcbench.control;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a value of a closed choice of records as the record's fields plus {@code "type"}, the record's simple name. */
final class ChoiceAdapterFactory implements TypeAdapterFactory {
    private static final String TYPE = "type";

    @Override
    public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
        Class<? super T> raw = type.getRawType();
        Map<String, Class<?>> choices =
                ControlProtocol.choices(raw).collect(Collectors.toMap(Class::getSimpleName, Function.identity()));
        if (choices.isEmpty()) {
            return null;
        }
        return new TypeAdapter<T>() {
            @Override
            public void write(JsonWriter out, T value) throws IOException {
                JsonObject fields = gson.toJsonTree(value).getAsJsonObject();
                fields.addProperty(TYPE, value.getClass().getSimpleName());
                gson.toJson(fields, out);
            }

            @Override
            public T read(JsonReader in) throws IOException {
                JsonObject fields = gson.fromJson(in, JsonObject.class);
                if (fields == null) {
                    throw new JsonParseException("null is not a " + raw.getSimpleName());
                }
                JsonElement name = fields.remove(TYPE);
                Class<?> record = name == null ? null : choices.get(name.getAsString());
                if (record == null) {
                    throw new JsonParseException("no %s of type %s".formatted(raw.getSimpleName(), name));
                }
                @SuppressWarnings("unchecked") // implementations of T's raw type, none of them generic
                T value = (T) gson.fromJson(fields, record);
                return value;
            }
        }.nullSafe();
    }
}
