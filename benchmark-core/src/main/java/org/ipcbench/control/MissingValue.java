package org.ipcbench.control;

import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds values that are missing in a line: Gson silently leaves them null. */
final class MissingValue {
    private MissingValue() {}

    /**
     * The name of the first component of this record, or of a record inside it, that is null although it must not be;
     * empty if there is none.
     */
    static String in(Record record) {
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
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(MissingValue::inside)
                    .filter(missing -> !missing.isEmpty())
                    .findFirst()
                    .orElse("");
        }
        return value instanceof Record inner ? in(inner) : "";
    }

    private static @Nullable Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
