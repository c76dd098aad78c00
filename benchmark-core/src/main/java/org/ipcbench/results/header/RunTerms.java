package org.ipcbench.results.header;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.placement.Pinning.Pin;
import org.jspecify.annotations.Nullable;

/**
 * The data needed to resume a run, besides the cells. A record may come from a stranger, so nothing here is a path or an
 * argument. For things that only the user's machine has, the terms contain what identifies them once the user has named them
 * again.
 *
 * @param timeoutNanos time without progress after which an iteration fails, in nanoseconds
 * @param strict whether a cell without a valid figure changes the exit code
 * @param named ids of the transports that the user named one by one
 * @param jvm version of the JVM that the user chose; null if it was the launcher's
 * @param jvmArguments JVM arguments that the user gave, without secrets
 * @param plugins SHA-256 of each jar with further transports
 * @param pin label of the {@link Pin}; null in records of programs that bound the whole process
 * @param variants what distinguishes each variant from others, by the variant's label; empty if the run compares none
 * @param file checksum of the transferred file; null if none is transferred
 * @param written whether the receiver writes the file; null if none is transferred
 * @param gates how much slower than the first variant the others may be, by the label of the figure; null if any may
 */
public record RunTerms(
        long timeoutNanos,
        boolean strict,
        List<String> named,
        @Nullable String jvm,
        List<String> jvmArguments,
        List<String> plugins,
        @Nullable String pin,
        Map<String, String> variants,
        @Nullable Checksum file,
        @Nullable Boolean written,
        @Nullable Map<String, Double> gates) {
    /** At least a few looks at the peers, so that a healthy one is never taken for a hung one. */
    public static final Duration MIN_TIMEOUT = Duration.ofSeconds(2);

    public static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+_-]{1,100}");
    private static final Pattern CONTROL_CHARACTER = Pattern.compile("\\p{Cc}");

    public RunTerms {
        named = List.copyOf(named);
        jvmArguments = List.copyOf(jvmArguments);
        plugins = List.copyOf(plugins);
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
        if (timeoutNanos < MIN_TIMEOUT.toNanos() || timeoutNanos > MAX_TIMEOUT.toNanos()) {
            throw new IllegalArgumentException("no time-out of %d ns".formatted(timeoutNanos));
        }
        if (jvm != null && !VERSION.matcher(jvm).matches()) {
            throw new IllegalArgumentException("no version of a JVM in its terms");
        }
        if (!plugins.stream().allMatch(each -> SHA_256.matcher(each).matches())) {
            throw new IllegalArgumentException("no SHA-256 of a jar in its terms");
        }
        requirePin(pinLabel(pin));
        if (gates != null) {
            gates = Collections.unmodifiableMap(new TreeMap<>(gates));
            if (!gates.values().stream().allMatch(allowed -> allowed >= 0 && allowed < 1)) {
                throw new IllegalArgumentException("no gate in its terms");
            }
        }
        if ((file == null) != (written == null) || (file != null && file.bytes() < 0)) {
            throw new IllegalArgumentException("no transfer in its terms");
        }
        Stream.concat(named.stream(), variants.keySet().stream()).forEach(RunTerms::requirePrintable);
    }

    /** The time without progress after which an iteration fails. */
    public Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    /** What of a peer is bound to a CPU of its placement. */
    public Pin pinned() {
        return Pin.ofLabel(pinLabel(pin));
    }

    private static String pinLabel(@Nullable String label) {
        return label == null ? Pin.PROCESS.label() : label;
    }

    /**
     * How much slower than the first variant the others may be.
     *
     * @throws IllegalArgumentException if this version does not know one of the figures
     */
    public List<Gate> judged() {
        return gates == null ? List.of() : Gate.of(gates);
    }

    /** Whether the receiver of a transferred file writes it. */
    public boolean isWritten() {
        return Boolean.TRUE.equals(written);
    }

    /** Whether the run can have cells of this variant, or without one. */
    boolean knows(String variant) {
        return variants.isEmpty() ? variant.isEmpty() : variants.containsKey(variant);
    }

    private static void requirePin(String label) {
        var unused = Pin.ofLabel(label);
    }

    /** Names are part of messages for people. */
    static void requirePrintable(@Nullable String text) {
        if (CONTROL_CHARACTER.matcher(Objects.requireNonNull(text)).find()) {
            throw new IllegalArgumentException("a name has a control character");
        }
    }
}
