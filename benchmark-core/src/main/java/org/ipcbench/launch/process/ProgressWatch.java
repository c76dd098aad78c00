package org.ipcbench.launch.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ipcbench.launch.command.PeerName;

/**
 * Decides whether the processes of a pair still make progress, by two rules.
 *
 * <ol>
 *   <li>No process may be stopped at every look for the timeout. The other process's progress does not count then: the
 *       sender of a lossy transport continues without a receiver.
 *   <li>A running process may have a good reason to count no messages: a server writes to a slow disk while the client
 *       waits for its acknowledgement, a block takes long, or a lossy transport loses messages. So unchanged counters
 *       mean no progress only if all of them are unchanged.
 * </ol>
 *
 * <p>A process that was stopped for a while in the measured part is remembered as paused. Time is measured by the
 * launcher, without the time for which the launcher itself was stopped.
 */
final class ProgressWatch {
    private final Duration timeout;
    /** The processes that were stopped at the last look, and the time of the first such look. */
    private final Map<PeerName, Long> stoppedNanos = new TreeMap<>();

    private final Map<PeerName, Long> counters = new TreeMap<>();
    private final Map<PeerName, Long> pausesNanos = new HashMap<>();
    private boolean measuring;
    private long nowNanos;
    private long progressNanos;

    ProgressWatch(Duration timeout) {
        this.timeout = timeout;
    }

    /** Called when the launcher begins to listen; earlier silence has no meaning. */
    void begin() {
        progressNanos = nowNanos;
        stoppedNanos.replaceAll((name, before) -> nowNanos);
    }

    /** Called when the measured part begins: earlier pauses are forgotten. */
    void beginMeasured() {
        measuring = true;
        pausesNanos.clear();
        stoppedNanos.clear(); // all processes have just reported
    }

    /** Called when the measured part is over: later pauses do not count. */
    void endMeasured() {
        stoppedNanos.forEach(this::notePause);
        measuring = false;
    }

    /** Whether the measured part has begun and is not over. */
    boolean isMeasuring() {
        return measuring;
    }

    /** Notes that the launcher has been listening for this time. */
    void waited(long nanos) {
        nowNanos += nanos;
    }

    /** Notes a message of any process. */
    void heard() {
        progressNanos = nowNanos;
    }

    /** Notes what a look at a process has shown. */
    void looked(PeerName name, boolean stopped, OptionalLong messages) {
        if (stopped) {
            stoppedNanos.putIfAbsent(name, nowNanos);
        } else {
            Long since = stoppedNanos.remove(name);
            if (since != null) {
                notePause(name, since);
            }
        }
        if (messages.isPresent()) {
            Long before = counters.put(name, messages.getAsLong());
            if (before == null || before != messages.getAsLong()) {
                progressNanos = nowNanos;
            }
        }
    }

    /** Whether it is time to give up. */
    boolean hasCeased() {
        return nowNanos - progressNanos >= timeout.toNanos()
                || stoppedNanos.values().stream().anyMatch(since -> nowNanos - since >= timeout.toNanos());
    }

    /**
     * The longest pause of each process in the measured part, in nanoseconds; none of a process that ran at every look.
     */
    Map<PeerName, Long> pausesNanos() {
        return Map.copyOf(pausesNanos);
    }

    /** The processes that make no progress, for the user. */
    String description() {
        String stopped = stopped(name -> true);
        String counted = counters.entrySet().stream()
                .map(counter -> "%s at %d messages".formatted(counter.getKey().label(), counter.getValue()))
                .collect(Collectors.joining(", "));
        String cause = stopped.isEmpty() ? counted : stopped;
        return "no progress for %d s%s".formatted(timeout.toSeconds(), cause.isEmpty() ? "" : " (" + cause + ")");
    }

    /** The processes among these that were stopped at the last look, for the user; empty if there are none. */
    String stopped(Predicate<PeerName> wanted) {
        return stoppedNanos.keySet().stream()
                .filter(wanted)
                .map(name ->
                        "nothing heard from %s, which is stopped or gets no CPU time".formatted(name.withArticle()))
                .collect(Collectors.joining("; "));
    }

    /** The pause lasts from the first look that found the process stopped: on average, it began and ended half a look earlier. */
    private void notePause(PeerName name, long sinceNanos) {
        if (measuring) {
            pausesNanos.merge(name, Math.max(1, nowNanos - sinceNanos), Math::max);
        }
    }
}
