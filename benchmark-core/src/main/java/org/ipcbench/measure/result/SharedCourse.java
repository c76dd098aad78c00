package org.ipcbench.measure.result;

import java.util.ArrayList;
import java.util.List;

/**
 * The course of connections that were measured in parallel, as if one connection had exchanged all messages.
 *
 * @param courses the marks of each connection
 */
record SharedCourse(List<List<Mark>> courses) {
    /** Number of parts into which the marks of one connection divide its course. */
    private static final int PARTS = 16;

    /** The shortest time between two marks of one connection. */
    private static final long MIN_STEP_NANOS = 350_000;

    /** Marks at even distances, without a CPU. Their messages are interpolated between each connection's own marks. */
    List<Mark> marks() {
        List<List<Mark>> known =
                courses.stream().filter(each -> !each.isEmpty()).toList();
        long start = known.stream().mapToLong(each -> each.get(0).nanos()).min().orElse(0);
        long end = known.stream()
                .mapToLong(each -> each.get(each.size() - 1).nanos())
                .max()
                .orElse(0);
        List<Mark> marks = new ArrayList<>();
        if (end > start) {
            long parts = Math.max(1, Math.min(PARTS, (end - start) / MIN_STEP_NANOS));
            for (long part = 0; part <= parts; part++) {
                long at = start + (end - start) * part / parts;
                double messages =
                        known.stream().mapToDouble(each -> messages(each, at)).sum();
                marks.add(new Mark(at, Math.round(messages), Mark.UNKNOWN_CPU));
            }
        }
        return marks;
    }

    /** Number of messages that one connection had exchanged at this time. */
    private static double messages(List<Mark> course, long at) {
        Mark before = course.get(0);
        if (at < before.nanos()) {
            return 0;
        }
        for (Mark mark : course) {
            if (mark.nanos() > at) {
                double share = (double) (at - before.nanos()) / (mark.nanos() - before.nanos());
                return before.messages() + share * (mark.messages() - before.messages());
            }
            before = mark;
        }
        return before.messages();
    }
}
