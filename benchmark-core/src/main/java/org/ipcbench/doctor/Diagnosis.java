package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All findings.
 *
 * @param findings the most serious first
 */
public record Diagnosis(List<Finding> findings) {
    public Diagnosis {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** Returns a copy with these findings added. */
    public Diagnosis and(List<Finding> more) {
        return new Diagnosis(Stream.concat(findings.stream(), more.stream()).toList());
    }

    /** Whether a finding is serious: it prevents measuring or distorts figures. */
    public boolean isSerious() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.SERIOUS);
    }

    /** One line that names all findings; empty if there are none. */
    public Optional<String> line() {
        if (findings.isEmpty()) {
            return Optional.empty();
        }
        String names = findings.stream().map(Finding::name).distinct().collect(Collectors.joining(", "));
        return Optional.of("doctor: %s: %s; see 'doctor'"
                .formatted(
                        findings.size() == 1
                                ? "1 finding that changes figures"
                                : findings.size() + " findings that change figures",
                        names));
    }

    /** All findings, three lines each, and their number. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append("%s: %s: %s%n  figures: %s%n  remedy: %s%n"
                    .formatted(
                            finding.severity().label(),
                            finding.name(),
                            finding.statement(),
                            finding.effect(),
                            finding.remedy()));
        }
        return text.append("%s%n".formatted(summary())).toString();
    }

    private String summary() {
        List<String> counts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            long count = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
            if (count > 0) {
                counts.add(count + " " + severity.label());
            }
        }
        return counts.isEmpty() ? "nothing found that changes figures" : "found: " + String.join(", ", counts);
    }
}
