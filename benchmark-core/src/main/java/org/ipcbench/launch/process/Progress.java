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
 * Whether the processes of a pair still get on, by two rules.
 *
 * <ol>
 *   <li>Every process sends heartbeats from its start to its end, also while it waits. A process from which
 *       nothing is heard for the time-out is stopped, or gets no CPU time, and the other one's progress does not count: the
 *       sender of a lossy transport goes on without a receiver.
 *   <li>A process that is heard may have a good reason to count no messages: a server writes to a slow disk while the client
 *       waits for its acknowledgement, a block takes its time, and what a lossy transport carries may be lost. So counters
 *       that stand still are no progress only where all of them do.
 * </ol>
 *
 * <p>Time is the launcher's own, without the time in which the launcher itself was stopped.
 */
final class Progress {
    /** A process may miss this many heartbeats, even where the time-out is shorter. */
    private static final Duration MIN_SILENCE = Heartbeat.INTERVAL.multipliedBy(4);

    /** Of two processes that have both ceased to count, the one that has missed this many heartbeats is the cause. */
    private static final Duration CONSPICUOUS_SILENCE = Heartbeat.INTERVAL.multipliedBy(3);

    private final Duration timeout;
    private final Map<PeerName, Long> heardNanos = new TreeMap<>();
    private final Map<PeerName, Long> counters = new TreeMap<>();
    private long nowNanos;
    private long progressNanos;

    Progress(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * The launcher begins to listen; silence before that means nothing.
     *
     * @param awaited the process whose message it waits for: should it never say anything, it is the one to name
     */
    void begin(PeerName awaited) {
        progressNanos = nowNanos;
        heardNanos.put(awaited, nowNanos);
        heardNanos.replaceAll((name, before) -> nowNanos);
    }

    /** The launcher has been listening for this time. */
    void waited(long nanos) {
        nowNanos += nanos;
    }

    /** A process has said something. */
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

    /** Those among these processes that have said nothing for conspicuously long, for the user; empty where none has. */
    String silence(Predicate<PeerName> wanted) {
        return heardNanos.entrySet().stream()
                .filter(heard -> wanted.test(heard.getKey()))
                .filter(heard -> nowNanos - heard.getValue() >= CONSPICUOUS_SILENCE.toNanos())
                .map(heard -> "nothing heard from %s, which is stopped or gets no CPU time"
                        .formatted(heard.getKey().withArticle()))
                .collect(Collectors.joining("; "));
    }
}
