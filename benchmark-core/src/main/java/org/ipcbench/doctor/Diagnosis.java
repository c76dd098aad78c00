package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.environment.Environment.WakeUp;

/**
 * All findings.
 *
 * @param findings the most serious first
 * @param measured what was measured
 */
public record Diagnosis(List<Finding> findings, Measured measured) {
    public Diagnosis {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** Findings of a machine where nothing was measured. */
    public Diagnosis(List<Finding> findings) {
        this(findings, Measured.NOTHING);
    }

    /**
     * What was measured, whether or not it is a finding. Unknown values are empty or not a number.
     *
     * @param readingNanos what a reading of the clock takes
     * @param callNanos what a system call takes that does nothing
     * @param wakeUp how long a sleeping CPU takes to wake up
     * @param look what a look at the machine's stalls says
     */
    public record Measured(
            double readingNanos, OptionalDouble callNanos, Optional<WakeUp> wakeUp, Optional<StallLook> look) {
        static final Measured NOTHING =
                new Measured(Double.NaN, OptionalDouble.empty(), Optional.empty(), Optional.empty());

        /** One line; empty if nothing was measured. */
        String line() {
            List<String> parts = new ArrayList<>();
            wakeUp.ifPresent(
                    each -> parts.add("a sleeping CPU wakes up in %s (CPUs %s)".formatted(each.text(), each.cpus())));
            if (readingNanos > 0) {
                parts.add(String.format(Locale.ROOT, "a reading of the clock takes %.0f ns", readingNanos));
            }
            callNanos.ifPresent(nanos ->
                    parts.add(String.format(Locale.ROOT, "a system call that does nothing takes %.0f ns", nanos)));
            look.filter(each -> each.stalls().isKnown()).ifPresent(each -> parts.add(each.measured()));
            return parts.isEmpty() ? "" : "measured: %s%n".formatted(String.join(", ", parts));
        }
    }

    /** Returns a copy with these findings added. */
    public Diagnosis and(List<Finding> more) {
        return new Diagnosis(Stream.concat(findings.stream(), more.stream()).toList(), measured);
    }

    /** Returns a copy with what was measured. */
    Diagnosis measuring(Measured figures) {
        return new Diagnosis(findings, figures);
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

    /** What was measured in a line, all findings in three lines each, and their number. */
    public String text() {
        StringBuilder text = new StringBuilder(measured.line());
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

    /**
     * A fact about this machine that affects measuring.
     *
     * @param name a short noun
     * @param severity how much it matters
     * @param statement what was found
     * @param effect the effect on figures
     * @param remedy the command that corrects it, or another remedy
     */
    public record Finding(String name, Severity severity, String statement, String effect, String remedy) {
        public Finding {
            if (Stream.of(name, statement, effect, remedy).anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("'%s' needs a statement, an effect and a remedy".formatted(name));
            }
            statement = oneLine(statement);
            remedy = oneLine(remedy);
        }

        /** Replaces control characters, because names of files may contain them. */
        private static String oneLine(String text) {
            return text.replaceAll("\\p{Cntrl}", "?");
        }

        /** How much a finding matters. */
        public enum Severity {
            /** The finding prevents measuring, or figures are certain to be wrong. */
            SERIOUS,
            /**
             * Figures hold only for this machine in its current state and would differ without the finding; or something requested
             * is left out.
             */
            MODERATE,
            /** The finding does not affect any figure. */
            NOTE;

            /** The word in texts for people. */
            public String label() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
