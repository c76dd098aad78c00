package org.ipcbench.control;

import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Finds what a line does not tell: Gson leaves it null without a word. */
final class MissingValue {
    private MissingValue() {}

    /** The name of the first component, of this record or of one inside, that is null and may not be; empty where none is. */
    static String in(Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (component.getType().isPrimitive()) {
                continue;
            }
            Object value = valueOf(component, record);
            if (value == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                return component.getName();
            }
            String missing = value instanceof Record inner ? in(inner) : "";
            if (!missing.isEmpty()) {
                return missing;
            }
        }
        return "";
    }

    private static @Nullable Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
