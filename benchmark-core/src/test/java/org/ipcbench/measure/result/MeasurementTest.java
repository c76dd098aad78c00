package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.Gson;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.LatencyKind;
import org.junit.jupiter.api.Test;

final class MeasurementTest {

    @Test
    void ratesAreMessagesAndVolumeOverTime() {
        Measurement measurement = Iteration.of(300, 1.5);

        assertThat(measurement.seconds()).isEqualTo(1.5);
        assertThat(measurement.bytes()).isEqualTo(300L * Iteration.SIZE_BYTES);
        assertThat(measurement.messagesPerSecond()).isEqualTo(200);
        assertThat(measurement.mebibytesPerSecond()).isEqualTo(200);
    }

    @Test
    void volumeBeyondTheIntRangeIsExact() {
        assertThat(Iteration.of(1 << 20, 1).bytes()).isEqualTo(1L << 40);
    }

    @Test
    void timestampCostIsTheShareOfSampledMessages() {
        // a sample of 60 ns in every message of 12 µs
        assertThat(Iteration.of(1_000, 0.012).timestampCost()).isEqualTo(0.005);
    }

    @Test
    void measurementWithoutMessagesOrTimeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Iteration.of(0, 1))
                .withMessageContaining("not 0 in 1000000000 ns");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Iteration.of(1, 0))
                .withMessageContaining("not 1 in 0 ns");
    }

    @Test
    void survivesJson() {
        Gson gson = new Gson();
        Measurement measurement = Iteration.of(300, 1.5, 800, 1_200_000);

        assertThat(gson.fromJson(gson.toJson(measurement), Measurement.class)).isEqualTo(measurement);
    }

    /** Each component has a value that no other one has, and none a draft begins with. */
    @Test
    void copyHasEveryComponent() throws ReflectiveOperationException {
        Measurement original = (Measurement) new Values().of(Measurement.class);
        Measurement begun = new Measurement.Draft(1, 1, 1, 1, LatencyKind.values()[0]).measurement();

        Measurement copy = original.draft().measurement();

        for (RecordComponent component : Measurement.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(original);
            assertThat(value)
                    .as(component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(begun));
            assertThat(component.getAccessor().invoke(copy))
                    .as(component.getName())
                    .isEqualTo(value);
        }
    }

    /** Makes values of which no two are alike: each number is smaller than the one before, as a part is than its sum. */
    private static final class Values {
        private int next = 100_000;

        Object of(Type type) throws ReflectiveOperationException {
            if (type instanceof ParameterizedType collection) {
                Type each = collection.getActualTypeArguments()[0];
                return collection.getRawType() == Map.class
                        ? Map.of(of(each), of(collection.getActualTypeArguments()[1]))
                        : List.of(of(each), of(each));
            }
            Class<?> kind = (Class<?>) type;
            if (kind.isRecord()) {
                return ofRecord(kind);
            }
            if (kind.isEnum()) {
                Object[] constants = kind.getEnumConstants();
                return constants[constants.length - 1];
            }
            next--;
            if (kind == Histogram.class) {
                Histogram histogram = new Histogram(3);
                histogram.recordValue(next);
                return histogram;
            }
            return switch (kind.getSimpleName()) {
                case "int", "Integer" -> next;
                case "long", "Long" -> (long) next;
                case "double", "Double" -> (double) next;
                case "boolean", "Boolean" -> true;
                case "String" -> "value " + next;
                default -> throw new IllegalStateException("no value of " + kind);
            };
        }

        private Object ofRecord(Class<?> kind) throws ReflectiveOperationException {
            RecordComponent[] components = kind.getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = of(components[i].getGenericType());
            }
            Constructor<?> canonical = kind.getDeclaredConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new));
            canonical.setAccessible(true);
            return canonical.newInstance(values);
        }
    }
}
