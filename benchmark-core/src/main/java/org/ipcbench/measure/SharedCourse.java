package org.ipcbench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The course of connections that were measured side by side, as if one had exchanged the messages of all.
 *
 * @param courses the marks of each
 */
record SharedCourse(List<List<Mark>> courses) {
    /** As many as the marks of one connection divide it into. */
    private static final int PARTS = 16;

    /** As far as the marks of one connection are from each other at least. */
    private static final long SHORTEST_STEP_NANOS = 350_000;

    /** Marks at even distances, whose messages lie between those of each connection's own marks; on no particular CPU. */
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
            long parts = Math.max(1, Math.min(PARTS, (end - start) / SHORTEST_STEP_NANOS));
            for (long part = 0; part <= parts; part++) {
                long at = start + (end - start) * part / parts;
                double messages =
                        known.stream().mapToDouble(each -> messages(each, at)).sum();
                marks.add(new Mark(at, Math.round(messages), Mark.UNKNOWN_CPU));
            }
        }
        return marks;
    }

    /** What one connection had exchanged by then. */
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
