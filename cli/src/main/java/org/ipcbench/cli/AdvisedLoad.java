package org.ipcbench.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.advise.Target;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;

/**
 * The load under which candidates are measured.
 *
 * @param duration time of an iteration
 * @param payload how much of a message is written and read
 * @param schedule how the times are spread, and how the sender waits for them
 */
record AdvisedLoad(Duration duration, Payload payload, ScheduleOptions schedule) {

    Workload workload(Target target) {
        return workload(target.sizeBytes(), target.ratePerSecond());
    }

    Request.SizedWorkload sized(Target target) {
        return new Request.SizedWorkload(workload(target));
    }

    /** Every size at every rate of a target and its other conditions, as the command {@code load} would measure them. */
    List<Request.SizedWorkload> grid(Target target) {
        List<Long> rates = rates(target);
        return sizes(target).stream()
                .flatMap(size -> rates.stream().map(rate -> new Request.SizedWorkload(workload(size, rate))))
                .toList();
    }

    /** The sizes of a target and its other conditions. */
    static List<Integer> sizes(Target target) {
        return withOther(target, target.tenTimesAsLarge())
                .map(Target::sizeBytes)
                .toList();
    }

    /** The rates of a target and its other conditions. */
    static List<Long> rates(Target target) {
        return withOther(target, target.twiceAsOften())
                .map(Target::ratePerSecond)
                .toList();
    }

    private static Stream<Target> withOther(Target target, Optional<Target> other) {
        return Stream.concat(Stream.of(target), other.stream());
    }

    private Workload workload(int sizeBytes, long ratePerSecond) {
        return schedule.load(duration, sizeBytes, payload, ratePerSecond);
    }
}
