package org.ipcbench.placement;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the kernel schedules measuring threads.
 *
 * @param policy the class
 * @param priority the priority of a class for realtime, from 1; 0 for the others
 */
public record Scheduler(Policy policy, int priority) {
    /** What every thread has unless somebody asks. */
    public static final Scheduler OTHER = new Scheduler(Policy.OTHER, 0);

    public static final int MAX_PRIORITY = 99;

    public static final String ALLOWED = "other, batch, or fifo:N or rr:N with a priority from 1 to " + MAX_PRIORITY;

    private static final Pattern FORM = Pattern.compile("([a-z]+)(?::(\\d{1,2}))?");

    /** The classes that a user can choose. */
    public enum Policy {
        OTHER(false),
        BATCH(false),
        FIFO(true),
        RR(true);

        private final boolean realtime;

        Policy(boolean realtime) {
            this.realtime = realtime;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Scheduler {
        int least = policy.realtime ? 1 : 0;
        int most = policy.realtime ? MAX_PRIORITY : 0;
        if (priority < least || priority > most) {
            throw new IllegalArgumentException(
                    "%s has a priority from %d to %d, not %d".formatted(policy.label(), least, most, priority));
        }
    }

    /**
     * Reads {@code other}, {@code batch}, {@code fifo:50}, {@code rr:50}.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public static Scheduler parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        return Stream.of(Policy.values())
                .filter(policy -> form.matches()
                        && policy.label().equals(form.group(1))
                        && policy.realtime == (form.group(2) != null))
                .map(policy -> new Scheduler(policy, policy.realtime ? Integer.parseInt(form.group(2)) : 0))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not one of %s".formatted(text, ALLOWED)));
    }

    /** Whether its threads run before all ordinary ones, for as long as they want. */
    public boolean isRealtime() {
        return policy.realtime;
    }

    /** As a user types it. */
    public String label() {
        return policy.realtime ? policy.label() + ":" + priority : policy.label();
    }

    /** The options of {@code chrt} for it. */
    List<String> options() {
        return List.of("--" + policy.label());
    }
}
