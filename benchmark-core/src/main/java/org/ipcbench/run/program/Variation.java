package org.ipcbench.run.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.text.Lists;
import org.ipcbench.text.NearestName;

/**
 * The request of {@code --vary}: several values of one setting.
 *
 * @param key the varied setting
 * @param values the values by variant, in order; the others are compared with the first one
 */
public record Variation(Key key, Map<Variant, VariedValue> values) {
    /** The settings that can be varied. */
    public enum Key {
        JVM("jvm", "a Java home", VariedValue.OfJvm::of),
        JVM_ARGUMENTS("jvm-args", "JVM arguments", VariedValue.OfArguments::of),
        JAR("jar", "a jar of this suite", VariedValue.OfJar::of),
        VIA("via", "a prefix", VariedValue.OfVia::of),
        PEER("peer", "a peer's program", VariedValue.OfPeers::of),
        BESIDE("beside", "none, a command, or heap:RATE/s,LIVE", VariedValue.OfNeighbour::of);

        private final String label;
        private final String thing;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
        private final Conversion conversion;

        Key(String label, String thing, Conversion conversion) {
            this.label = label;
            this.thing = thing;
            this.conversion = conversion;
        }

        private static final Pattern HALF_OF_A_HEAP = Pattern.compile(VariedValue.OfNeighbour.HEAP + "[^,]*");

        private static List<String> labels() {
            return Stream.of(values()).map(key -> key.label).toList();
        }

        /** The values, of which one that has a comma itself may have come without quotes, because a shell has removed them. */
        private List<String> joined(List<String> split) {
            List<String> values = new ArrayList<>();
            for (String next : split) {
                int last = values.size() - 1;
                boolean isRest = this == BESIDE
                        && last >= 0
                        && HALF_OF_A_HEAP.matcher(values.get(last)).matches();
                if (isRest) {
                    values.set(last, values.get(last) + "," + next);
                } else {
                    values.add(next);
                }
            }
            return values;
        }

        private VariedValue value(String text) throws IOException {
            if (text.isEmpty() && this != JVM_ARGUMENTS) {
                throw new IllegalArgumentException("a value of '%s' is empty; give %s".formatted(label, thing));
            }
            return conversion.value(text);
        }
    }

    private interface Conversion {
        VariedValue value(String text) throws IOException;
    }

    public Variation {
        values = new LinkedHashMap<>(values);
    }

    /**
     * Reads a key and its values.
     *
     * @param text such as {@code jvm=/opt/jdk-17,/opt/jdk-25}
     */
    public static Variation parse(String text) throws IOException {
        int equals = text.indexOf('=');
        String typed = equals < 0 ? text : text.substring(0, equals);
        Key key = Stream.of(Key.values())
                .filter(each -> each.label.equalsIgnoreCase(typed.strip()))
                .findFirst()
                .orElseThrow(() -> unknown(typed));
        if (equals < 0) {
            throw new IllegalArgumentException("'%s' lacks values, such as %s=A,B".formatted(text, key.label));
        }
        List<VariedValue> values = new ArrayList<>();
        for (String value : key.joined(Lists.quoted(text.substring(equals + 1)))) {
            VariedValue next = key.value(value);
            if (values.contains(next)) {
                throw new IllegalArgumentException("'%s' has '%s' twice; give each value once".formatted(text, value));
            }
            values.add(next);
        }
        if (values.size() < 2) {
            throw new IllegalArgumentException(
                    "'%s' has one value; give two or more to compare, separated by commas".formatted(text));
        }
        List<String> labels = VariantLabels.of(values);
        Map<Variant, VariedValue> labelled = new LinkedHashMap<>();
        for (int place = 0; place < values.size(); place++) {
            labelled.put(new Variant(labels.get(place)), values.get(place));
        }
        return new Variation(key, labelled);
    }

    private static IllegalArgumentException unknown(String typed) {
        return new IllegalArgumentException(new NearestName(Key.labels())
                .refusal(
                        typed,
                        " cannot be varied.",
                        Key.labels().stream().map(label -> label + "=A,B").collect(Collectors.joining(", "))));
    }

    /** Whether the variants are the same for peers that are no JVM. */
    public boolean isOfJvms() {
        return key == Key.JVM || key == Key.JVM_ARGUMENTS || key == Key.JAR;
    }

    /** Whether one of the variants loads the server's heap. */
    public boolean loadsHeap() {
        return heapBytes() > 0;
    }

    /** The largest heap that a variant's server needs beyond the usual, in bytes. */
    public long heapBytes() {
        return values.values().stream()
                .mapToLong(value -> value instanceof VariedValue.OfNeighbour beside
                        ? beside.neighbour().heap().map(HeapLoad::heapBytes).orElse(0L)
                        : 0)
                .max()
                .orElse(0);
    }

    /** The variants, the first one first. */
    public List<Variant> variants() {
        return List.copyOf(values.keySet());
    }

    /**
     * The settings of each variant's peers.
     *
     * @param settings common settings of all peers
     * @param plugins jars at the end of every class path
     */
    public VariantSettings settings(PeerSettings settings, List<Path> plugins) {
        Map<Variant, PeerSettings> changed = new LinkedHashMap<>();
        values.forEach((variant, value) -> changed.put(variant, value.change(settings, plugins)));
        return new VariantSettings(changed);
    }

    /** The prefixes of a variant's peers, if these are common to all. */
    public Prefixes prefixes(Variant variant, Prefixes common) {
        return values.get(variant) instanceof VariedValue.Behind behind ? behind.prefixes(common) : common;
    }

    /** Returns a copy with a change of each server's prefix. */
    public Variation behind(UnaryOperator<Prefix> change) {
        return changed((variant, value) -> value instanceof VariedValue.OfVia via
                ? new VariedValue.OfVia(change.apply(via.server()), via.surveyed())
                : value);
    }

    /** Returns a copy whose variants have these prefixes, as a survey has found them, if prefixes are varied. */
    public Variation surveyed(Map<Variant, Prefixes> prefixes) {
        return changed((variant, value) -> value instanceof VariedValue.Behind behind
                ? behind.surveyed(Optional.ofNullable(prefixes.get(variant)))
                : value);
    }

    private Variation changed(BiFunction<Variant, VariedValue, VariedValue> change) {
        Map<Variant, VariedValue> changed = new LinkedHashMap<>();
        values.forEach((variant, value) -> changed.put(variant, change.apply(variant, value)));
        return new Variation(key, changed);
    }

    /** Short and unique labels of variants. */
    private static final class VariantLabels {
        /** Maximum length of a label; longer ones would make tables too wide. */
        private static final int MAX_LENGTH = 60;

        private static final String CUT = "...";

        private VariantLabels() {}

        /** Makes labels unique: equal ones get details, and if the details are equal, too, numbers. */
        static List<String> of(List<VariedValue> values) {
            List<String> plain =
                    values.stream().map(value -> line(value.label())).toList();
            int details = values.get(0).details().size();
            return Stream.concat(
                            Stream.of(plain),
                            IntStream.range(0, details)
                                    .mapToObj(place -> detailed(
                                            plain,
                                            values,
                                            value -> value.details().get(place))))
                    .filter(labels -> shared(labels).isEmpty())
                    .findFirst()
                    .orElseGet(() -> detailed(plain, values, value -> Integer.toString(values.indexOf(value) + 1)));
        }

        /** Appends a detail to each label that occurs more than once. */
        private static List<String> detailed(
                List<String> labels, List<VariedValue> values, Function<VariedValue, String> detail) {
            Set<String> shared = shared(labels);
            List<String> detailed = new ArrayList<>();
            for (int place = 0; place < labels.size(); place++) {
                String label = labels.get(place);
                String further = shared.contains(label) ? detail.apply(values.get(place)) : "";
                detailed.add(further.isEmpty() ? label : "%s (%s)".formatted(label, further));
            }
            return detailed;
        }

        private static Set<String> shared(List<String> labels) {
            Set<String> seen = new HashSet<>();
            return labels.stream().filter(label -> !seen.add(label)).collect(Collectors.toSet());
        }

        private static String line(String label) {
            String line = label.replaceAll("\\p{Cc}", " ");
            return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH - CUT.length()) + CUT;
        }
    }
}
