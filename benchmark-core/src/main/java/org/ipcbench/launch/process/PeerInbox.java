package org.ipcbench.launch.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Heartbeat;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.PeerEvent.Died;
import org.ipcbench.launch.process.PeerEvent.Said;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.PauseMeter;
import org.ipcbench.workload.Role;

/**
 * The messages of one pair's processes, in the order of their arrival. Waiting for one peer's message also notices the
 * other's death, and that one of them makes no progress any more; {@link Progress} has the rules.
 */
public final class PeerInbox {
    /** Once one peer has failed, how long to wait for the other peer's description of the cause. */
    private static final Duration CAUSE_MAY_FOLLOW = Duration.ofMillis(300);

    /** Idle peers go on sending heartbeats that nobody reads; a newer heartbeat tells no more than these. */
    private static final int MAX_UNREAD = 100;

    /** Nobody asks a process for more than a few other messages at a time. */
    private static final int MAX_NOT_TAKEN = 16;

    /** What a library says of its failure may be of any length; its beginning tells what happened. */
    private static final int MAX_REASON_LENGTH = 2_000;

    private final BlockingQueue<PeerEvent> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> firstFailure = new CompletableFuture<>();
    private final Map<PeerName, Deque<ControlMessage>> unread = new HashMap<>();
    /** How many messages of a process have arrived and were not taken yet, apart from heartbeats. */
    private final Map<PeerName, AtomicInteger> notTaken = new ConcurrentHashMap<>();

    private final NanoClock clock;
    private final Duration timeout;
    private final Progress progress;
    private final ControlObserver observer;
    private LongConsumer serverCounter = messages -> {};
    private long pauseNanos;

    /**
     * An inbox for one pair.
     *
     * @param timeout how long a peer may make no progress
     */
    public PeerInbox(NanoClock clock, Duration timeout) {
        this(clock, timeout, ControlObserver.NONE);
    }

    /** An inbox for one pair, whose messages an observer sees. */
    PeerInbox(NanoClock clock, Duration timeout, ControlObserver observer) {
        this.clock = clock;
        this.timeout = timeout;
        this.observer = observer;
        progress = new Progress(timeout);
    }

    /** How long a peer may make no progress. */
    Duration timeout() {
        return timeout;
    }

    /** Sees the messages that the launcher sends, besides those that come in here. */
    ControlObserver observer() {
        return observer;
    }

    /** Sets the consumer that gets the server's message counter at every heartbeat. */
    public void onProgress(LongConsumer consumer) {
        serverCounter = consumer;
    }

    /** The longest time in which this process itself was stopped while it waited, in nanoseconds; 0 where it was not. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /** Forgets earlier pauses of this process. */
    public void forgetPause() {
        pauseNanos = 0;
    }

    /**
     * Takes over what a process has said.
     *
     * @throws IOException where it has said more than anybody can have asked for, so that nobody need listen any longer
     */
    void hear(Said said) throws IOException {
        put(said);
        int count = notTaken(said.name()).get();
        if (count > MAX_NOT_TAKEN) {
            throw new IOException("sent %d messages that nobody waits for, the last one '%s'"
                    .formatted(count, said.message().getClass().getSimpleName()));
        }
    }

    void put(PeerEvent event) {
        if (event instanceof Said said) {
            if (!(said.message() instanceof Heartbeat)) {
                notTaken(said.name()).incrementAndGet();
            } else if (events.size() >= MAX_UNREAD) {
                return;
            }
        }
        events.add(event);
        String failure = describe(event);
        if (!failure.isEmpty()) {
            firstFailure.complete(failure);
        }
    }

    /** Completes when a peer has failed or ended, with a description of it, even while nobody waits for a message. */
    public CompletableFuture<String> firstFailure() {
        return firstFailure;
    }

    /** Waits for the next message of the only peer in this role, which must be of this type. */
    public <T extends ControlMessage> T await(Role role, Class<T> type)
            throws IterationFailedException, InterruptedException {
        return await(PeerName.of(role), type);
    }

    /** Waits for the next message of one peer, which must be of this type. */
    public <T extends ControlMessage> T await(PeerName name, Class<T> type)
            throws IterationFailedException, InterruptedException {
        Deque<ControlMessage> messages = unread(name);
        PauseMeter awake = new PauseMeter(clock);
        progress.begin(name);
        while (messages.isEmpty()) {
            PeerEvent event = events.poll(PauseMeter.TICK.toNanos(), TimeUnit.NANOSECONDS);
            progress.waited(awake.tick());
            pauseNanos = Math.max(pauseNanos, awake.longestNanos());
            if (event != null) {
                accept(event);
            }
            if (events.isEmpty() && messages.isEmpty() && progress.hasCeased()) { // all that was said is heard
                throw new NoProgressException("%s while waiting for %s's '%s'; a larger --timeout waits longer"
                        .formatted(progress.description(), name.withArticle(), type.getSimpleName()));
            }
        }
        ControlMessage message = messages.removeFirst();
        notTaken(name).decrementAndGet();
        if (!type.isInstance(message)) {
            throw new IterationFailedException("%s sent '%s', expected '%s'"
                    .formatted(name.withArticle(), message.getClass().getSimpleName(), type.getSimpleName()));
        }
        return type.cast(message);
    }

    private Deque<ControlMessage> unread(PeerName name) {
        return unread.computeIfAbsent(name, newName -> new ArrayDeque<>());
    }

    private AtomicInteger notTaken(PeerName name) {
        return notTaken.computeIfAbsent(name, newName -> new AtomicInteger());
    }

    private void accept(PeerEvent event) throws IterationFailedException, InterruptedException {
        if (!(event instanceof Said said) || said.message() instanceof Failed) {
            throw failed(event);
        }
        observer.passes(said.name().role(), said.message());
        progress.heard(said.name(), said.message());
        if (!(said.message() instanceof Heartbeat heartbeat)) {
            unread(said.name()).addLast(said.message());
        } else if (said.name().role() == Role.SERVER) {
            serverCounter.accept(heartbeat.messages());
        }
    }

    private IterationFailedException failed(PeerEvent first) throws InterruptedException {
        StringBuilder text = new StringBuilder(describe(first));
        long start = clock.nanos();
        long waitNanos = CAUSE_MAY_FOLLOW.toNanos();
        PeerEvent next = events.poll(waitNanos, TimeUnit.NANOSECONDS);
        while (next != null) {
            String more = describe(next);
            if (!more.isEmpty() && !next.name().equals(first.name())) {
                text.append("; ").append(more);
                waitNanos = 0;
            }
            next = events.poll(waitNanos - (clock.nanos() - start), TimeUnit.NANOSECONDS);
        }
        // a process that waited in vain tells less than the one it waited for, which may be stopped
        String silent = progress.silence(name -> !name.equals(first.name()));
        return new IterationFailedException(text + (silent.isEmpty() ? "" : "; " + silent));
    }

    private static String describe(PeerEvent event) {
        String who = event.name().label();
        if (event instanceof Died died) {
            return who + " " + died.description();
        }
        return event instanceof Said said && said.message() instanceof Failed failed
                ? who + " failed: " + shortened(failed.reason())
                : "";
    }

    private static String shortened(String reason) {
        return reason.length() <= MAX_REASON_LENGTH ? reason : reason.substring(0, MAX_REASON_LENGTH) + "…";
    }
}
