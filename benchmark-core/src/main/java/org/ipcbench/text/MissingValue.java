package org.ipcbench.text;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds values that are missing in a line: Gson silently leaves them null, and constants of other versions as well. */
public final class MissingValue {
    private MissingValue() {}

    /**
     * The name of the first component of this record, or of a record inside it, that is null although it must not be;
     * empty if there is none.
     */
    public static String in(Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (component.getType().isPrimitive()) {
                continue;
            }
            Object value = valueOf(component, record);
            if (value == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                return component.getName();
            }
            String missing = inside(value);
            if (!missing.isEmpty()) {
                return missing;
            }
        }
        return "";
    }

    private static String inside(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return inside(map.values());
        }
        if (value instanceof Collection<?> values) {
            for (Object each : values) {
                String missing = each == null ? "an element" : inside(each);
                if (!missing.isEmpty()) {
                    return missing;
                }
            }
        }
        return value instanceof Record inner ? in(inner) : "";
    }

    private static @Nullable Object valueOf(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true); // records inside a class may be private
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
