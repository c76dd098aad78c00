package org.ipcbench.run.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Short labels of variants, of which no two are equal. */
final class VariantLabels {
    /** A longer label would make tables too wide to be read. */
    private static final int MAX_LENGTH = 60;

    private static final String CUT = "...";

    private VariantLabels() {}

    /** Labels that are equal are told apart by details, and where these are equal, too, by numbers. */
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

    /** Each label that is not the only one of its kind, with a detail behind it. */
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
