package org.ipcbench.launch.process;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Heartbeat;
import org.ipcbench.launch.command.PeerName;

/**
 * Decides whether the processes of a pair still make progress, by two rules.
 *
 * <ol>
 *   <li>Every process sends heartbeats from its start to its end, also while it waits. A process that sends nothing for
 *       the timeout is stopped, or gets no CPU time. The other process's progress does not count then: the sender of a
 *       lossy transport continues without a receiver.
 *   <li>A process that sends heartbeats may have a good reason to count no messages: a server writes to a slow disk
 *       while the client waits for its acknowledgement, a block takes long, or a lossy transport loses messages. So
 *       unchanged counters mean no progress only if all of them are unchanged.
 * </ol>
 *
 * <p>Time is measured by the launcher, without the time for which the launcher itself was stopped.
 */
final class ProgressWatch {
    /** A process may miss this number of heartbeats, even if the timeout is shorter. */
    private static final Duration MIN_SILENCE = Heartbeat.INTERVAL.multipliedBy(4);

    /** If two processes have both stopped counting, the one that has missed this number of heartbeats is the cause. */
    private static final Duration CONSPICUOUS_SILENCE = Heartbeat.INTERVAL.multipliedBy(3);

    private final Duration timeout;
    private final Map<PeerName, Long> heardNanos = new TreeMap<>();
    private final Map<PeerName, Long> counters = new TreeMap<>();
    private long nowNanos;
    private long progressNanos;

    ProgressWatch(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * Called when the launcher begins to listen; earlier silence has no meaning.
     *
     * @param awaited the process whose message the launcher waits for; it is the one to name if it never sends anything
     */
    void begin(PeerName awaited) {
        progressNanos = nowNanos;
        heardNanos.put(awaited, nowNanos);
        heardNanos.replaceAll((name, before) -> nowNanos);
    }

    /** Notes that the launcher has been listening for this time. */
    void waited(long nanos) {
        nowNanos += nanos;
    }

    /** Notes a message of a process. */
    void heard(PeerName name, ControlMessage message) {
        heardNanos.put(name, nowNanos);
        if (message instanceof Heartbeat heartbeat) {
            Long before = counters.put(name, heartbeat.messages());
            if (before != null && before == heartbeat.messages()) {
                return;
            }
        }
        progressNanos = nowNanos;
    }

    /** Whether it is time to give up. */
    boolean hasCeased() {
        long silenceNanos = Math.max(timeout.toNanos(), MIN_SILENCE.toNanos());
        return nowNanos - progressNanos >= timeout.toNanos()
                || heardNanos.values().stream().anyMatch(heard -> nowNanos - heard >= silenceNanos);
    }

    /** The processes that make no progress, for the user. */
    String description() {
        String silent = silence(name -> true);
        String counted = counters.entrySet().stream()
                .map(counter -> "%s at %d messages".formatted(counter.getKey().label(), counter.getValue()))
                .collect(Collectors.joining(", "));
        String cause = silent.isEmpty() ? counted : silent;
        return "no progress for %d s%s".formatted(timeout.toSeconds(), cause.isEmpty() ? "" : " (" + cause + ")");
    }

    /**
     * The processes among these that have sent nothing for conspicuously long, for the user; empty if there are none.
     */
    String silence(Predicate<PeerName> wanted) {
        return heardNanos.entrySet().stream()
                .filter(heard -> wanted.test(heard.getKey()))
                .filter(heard -> nowNanos - heard.getValue() >= CONSPICUOUS_SILENCE.toNanos())
                .map(heard -> "nothing heard from %s, which is stopped or gets no CPU time"
                        .formatted(heard.getKey().withArticle()))
                .collect(Collectors.joining("; "));
    }
}
