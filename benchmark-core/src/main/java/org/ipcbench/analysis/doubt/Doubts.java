package org.ipcbench.analysis.doubt;

import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All rules about a cell's measurements. */
public final class Doubts {
    private static final List<Rule> RULES = Stream.<List<? extends Rule>>of(
                    List.of(RepetitionRule.values()),
                    List.of(CourseRule.values()),
                    JvmRule.ALL,
                    MachineRule.ALL,
                    List.of(MachineRule.QUEUED, MachineRule.MIGRATIONS),
                    List.of(DeliveryRule.values()),
                    List.of(LoadRule.values()),
                    List.of(ResolutionRule.values()))
            .<Rule>flatMap(List::stream)
            .toList();

    private Doubts() {}

    /** The doubts and notes about the figures of a cell, one for each kind. */
    public static List<Reason> of(Evidence evidence) {
        return List.copyOf(RULES.stream()
                .map(rule -> rule.doubt(evidence))
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(
                        Reason::kind, reason -> reason, Reason::and, () -> new EnumMap<>(Reason.Kind.class)))
                .values());
    }
}
