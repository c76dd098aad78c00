package org.ipcbench.run.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Short and unique labels of variants. */
final class VariantLabels {
    /** Maximum length of a label; longer ones would make tables too wide. */
    private static final int MAX_LENGTH = 60;

    private static final String CUT = "...";

    private VariantLabels() {}

    /** Makes labels unique: equal ones get details, and if the details are equal, too, numbers. */
    static List<String> of(List<VariedValue> values) {
        List<String> plain = values.stream().map(value -> line(value.label())).toList();
        int details = values.get(0).details().size();
        return Stream.concat(
                        Stream.of(plain),
                        IntStream.range(0, details)
                                .mapToObj(place -> detailed(
                                        plain, values, value -> value.details().get(place))))
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
