package org.ipcbench.workload;

import com.google.gson.annotations.SerializedName;
import java.time.Duration;
import java.util.Objects;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * What a record keeps of every question, as values.
 *
 * @param label the question's label
 * @param messages number of messages, round trips or blocks; null if a time was given
 * @param periodNanos time of the measured part, in nanoseconds; null if a number was given
 * @param payload how much of a message is written and read
 * @param requestBytes size of a message or block, in bytes
 */
public record QuestionTerms(
        @SerializedName("workload") String label,
        @Nullable Long messages,
        @Nullable Long periodNanos,
        Payload payload,
        @SerializedName("sizeBytes") int requestBytes) {
    /** Upper limit of counts: a count beyond what any command line allows could overflow a long in later arithmetic. */
    public static final long MAX_COUNT = 1L << 50;

    private static final long MAX_NANOS = Duration.ofDays(30).toNanos();

    /** What a record keeps of one question besides: values under names of their own, without paths of the machine that asked. */
    public interface Own {
        /** Returns the workload; throws if a value is not allowed. */
        Workload asked(QuestionTerms all);
    }

    public QuestionTerms {
        Objects.requireNonNull(label);
        Objects.requireNonNull(payload);
        requireWithin(messages, 1, MAX_COUNT);
        requireWithin(periodNanos, 1, MAX_NANOS);
    }

    /** Throws if a value that is there is outside of these limits. */
    public static void requireWithin(@Nullable Long value, long min, long max) {
        if (value != null && (value < min || value > max)) {
            throw new IllegalArgumentException("a cell has a number of %d".formatted(value));
        }
    }

    public static QuestionTerms of(Workload workload) {
        Extent extent = workload.extent();
        return new QuestionTerms(
                workload.label(),
                extent instanceof Extent.Count count ? count.messages() : null,
                extent instanceof Extent.Period period ? period.nanos() : null,
                workload.payload(),
                workload.requestBytes());
    }

    public Extent extent() {
        return messages == null ? period() : new Extent.Count(messages);
    }

    public Extent.Period period() {
        if (periodNanos == null) {
            throw new IllegalArgumentException("a cell lacks its extent");
        }
        return new Extent.Period(periodNanos);
    }
}
