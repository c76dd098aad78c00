package org.ipcbench.analysis.doubt;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All rules about a cell's measurements. */
public final class Doubts {
    private static final List<Rule> RULES = Stream.<List<? extends Rule>>of(
                    List.of(RepetitionRule.values()),
                    List.of(CourseRule.values()),
                    JvmRule.ALL,
                    MachineRule.ALL,
                    List.of(MachineRule.QUEUED),
                    List.of(DeliveryRule.values()),
                    List.of(LoadRule.values()),
                    List.of(ResolutionRule.values()))
            .<Rule>flatMap(List::stream)
            .toList();

    private Doubts() {}

    /** The doubts about the figures of a cell. */
    public static List<Reason> of(Evidence evidence) {
        return RULES.stream()
                .map(rule -> rule.doubt(evidence))
                .flatMap(Optional::stream)
                .toList();
    }
}
