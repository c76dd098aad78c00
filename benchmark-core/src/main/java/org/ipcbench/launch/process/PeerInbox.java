package org.ipcbench.launch.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Progress;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerName;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Died;
import org.ipcbench.launch.process.PeerInbox.PeerEvent.Said;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.PauseMeter;
import org.ipcbench.workload.Role;

/**
 * The messages of one pair's processes, in the order of their arrival. Waiting for one peer's message also detects that
 * the other peer has died, or that one of them no longer makes progress; {@link ProgressWatch} has the rules.
 */
public final class PeerInbox {
    /** Time to wait for the other peer's description of the cause after one peer has failed. */
    private static final Duration CAUSE_MAY_FOLLOW = Duration.ofSeconds(4);

    /** Time from one look at the processes to the next in the measured part, in which this process sleeps otherwise. */
    static final Duration MEASURED_LOOK = Duration.ofMillis(500);

    /** HotSpot compiles a method for the first time after 200 calls (Tier3InvocationThreshold). */
    private static final int COMPILED_LOOKS = 250;

    /** Number of looks that the launcher has rehearsed since it started, with all its pairs. */
    private static final AtomicInteger REHEARSED_LOOKS = new AtomicInteger();

    /** Limit of messages that were not taken: a process is never asked for more than a few at a time. */
    private static final int MAX_NOT_TAKEN = 16;

    /** A library's description of its failure may be of any length; its beginning tells what happened. */
    private static final int MAX_REASON_LENGTH = 2_000;

    private final BlockingQueue<PeerEvent> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> firstFailure = new CompletableFuture<>();
    private final Map<PeerName, Deque<ControlMessage>> unread = new HashMap<>();
    /** Number of messages of each process that have arrived and were not taken yet. */
    private final Map<PeerName, AtomicInteger> notTaken = new ConcurrentHashMap<>();

    private final Map<PeerName, ProcessView> views = new ConcurrentHashMap<>();

    private final NanoClock clock;
    private final Duration timeout;
    private final ProgressWatch progress;
    private final ControlObserver observer;
    private LongConsumer serverCounter = messages -> {};
    /** The last counter of each server. */
    private final Map<PeerName, Long> served = new HashMap<>();

    private long pauseNanos;
    private long measuredPauseNanos;

    /**
     * Creates an inbox for one pair.
     *
     * @param timeout time limit for a peer without progress
     */
    public PeerInbox(NanoClock clock, Duration timeout) {
        this(clock, timeout, ControlObserver.NONE);
    }

    /** Creates an inbox for one pair with an observer of its messages. */
    PeerInbox(NanoClock clock, Duration timeout, ControlObserver observer) {
        this.clock = clock;
        this.timeout = timeout;
        this.observer = observer;
        progress = new ProgressWatch(timeout);
    }

    /** Time limit for a peer without progress. */
    Duration timeout() {
        return timeout;
    }

    /** The observer of the messages that arrive here and of those that the launcher sends. */
    ControlObserver observer() {
        return observer;
    }

    /** Adds a process to those that are looked at while this process waits. */
    void watch(PeerName name, ProcessView view) {
        views.put(name, view);
    }

    /** Sets the consumer that gets the message counter of the server, of several ones together, at every look. */
    public void onProgress(LongConsumer consumer) {
        serverCounter = consumer;
        served.clear();
    }

    /** The longest time for which this process itself was stopped while it waited, in nanoseconds; 0 if it was not. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /** Forgets earlier pauses of this process. */
    public void forgetPause() {
        pauseNanos = 0;
    }

    /** Called when the measured part begins: from now on, this process wakes up less often. */
    public void beginMeasured() {
        measuredPauseNanos = 0;
        progress.beginMeasured();
    }

    /** Called when the measured part is over. */
    public void endMeasured() {
        progress.endMeasured();
    }

    /** The longest pause of each process in the measured part, in nanoseconds; none of a process that was not paused. */
    public Map<PeerName, Long> pausesNanos() {
        return progress.pausesNanos();
    }

    /**
     * The longest pause of this process in the measured part, in nanoseconds; 0 if it was not paused. Most likely it was
     * paused together with all others.
     */
    public long measuredPauseNanos() {
        return measuredPauseNanos;
    }

    /**
     * Accepts a message of a process.
     *
     * @throws IOException if the process has sent more messages than it can have been asked for; its link is then no
     *     longer read
     */
    void hear(Said said) throws IOException {
        put(said);
        int count = notTaken(said.name()).get();
        if (count > MAX_NOT_TAKEN) {
            throw new IOException("sent %d unexpected messages, the last one '%s'"
                    .formatted(count, said.message().getClass().getSimpleName()));
        }
    }

    void put(PeerEvent event) {
        if (event instanceof Said said) {
            notTaken(said.name()).incrementAndGet();
        }
        events.add(event);
        String failure = describe(event);
        if (!failure.isEmpty()) {
            firstFailure.complete(failure);
        }
    }

    /** Completes with a description when a peer has failed or ended, even while no thread waits for a message. */
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
        Duration tick = progress.isMeasuring() ? MEASURED_LOOK : PauseMeter.TICK;
        PauseMeter awake = new PauseMeter(clock, tick);
        progress.begin();
        long sinceLookNanos = 0;
        while (messages.isEmpty()) {
            PeerEvent event = events.poll(tick.toNanos(), TimeUnit.NANOSECONDS);
            long ranNanos = awake.tick();
            progress.waited(ranNanos);
            notePause(awake.longestNanos());
            if (event != null) {
                accept(event);
            }
            sinceLookNanos += ranNanos;
            if (event == null || sinceLookNanos >= tick.toNanos()) { // events may come all the time
                look();
                sinceLookNanos = 0;
            }
            if (events.isEmpty() && messages.isEmpty() && progress.hasCeased()) { // all events are handled
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

    /**
     * Waits for the next message of one peer, while another one has ended or will, which is no failure.
     *
     * @param ended the other peer, of whose process nothing is expected any more
     * @return the message, which is of this type; empty if there is none within this time
     */
    public <T extends ControlMessage> Optional<T> awaitWithin(
            PeerName name, Class<T> type, PeerName ended, Duration limit)
            throws IterationFailedException, InterruptedException {
        Deque<ControlMessage> messages = unread(name);
        long end = clock.nanos() + limit.toNanos();
        while (messages.isEmpty()) {
            PeerEvent event = events.poll(end - clock.nanos(), TimeUnit.NANOSECONDS);
            if (event == null) {
                return Optional.empty();
            }
            if (!(event instanceof Died) || !event.name().equals(ended)) {
                accept(event);
            }
        }
        ControlMessage message = messages.removeFirst();
        notTaken(name).decrementAndGet();
        if (!type.isInstance(message)) {
            throw new IterationFailedException("%s sent '%s', expected '%s'"
                    .formatted(name.withArticle(), message.getClass().getSimpleName(), type.getSimpleName()));
        }
        return Optional.of(type.cast(message));
    }

    /** Number of messages that a peer has counted, even if it has ended; 0 if it counts none. */
    public long messages(PeerName name) {
        ProcessView view = views.get(name);
        return view == null ? 0 : view.messages().orElse(0);
    }

    /** Number of messages that have arrived at a peer again, even if it has ended. */
    public long repeated(PeerName name) {
        ProcessView view = views.get(name);
        return view == null ? 0 : view.repeated();
    }

    private void notePause(long nanos) {
        pauseNanos = Math.max(pauseNanos, nanos);
        if (progress.isMeasuring()) {
            measuredPauseNanos = Math.max(measuredPauseNanos, nanos);
        }
    }

    /**
     * Waits and looks until the JVM has compiled what that needs, once the processes have their pages. A look takes ten times as
     * long the first time, and compiling what it calls holds a CPU for up to a millisecond, too long for the measured part.
     */
    public void rehearseLooks() throws InterruptedException {
        BlockingQueue<PeerEvent> silence = new LinkedBlockingQueue<>();
        while (REHEARSED_LOOKS.getAndIncrement() < COMPILED_LOOKS) {
            var unused = silence.poll(1, TimeUnit.NANOSECONDS);
            views.forEach(this::look);
        }
    }

    private void look() {
        views.forEach((name, view) -> look(name, view).ifPresent(count -> showProgress(name, count)));
    }

    private OptionalLong look(PeerName name, ProcessView view) {
        OptionalLong messages = view.messages();
        progress.looked(name, view.isStopped(), messages);
        return messages;
    }

    private void showProgress(PeerName name, long messages) {
        observer.looks(name.role(), messages);
        if (name.role() == Role.SERVER) {
            served.put(name, messages);
            serverCounter.accept(
                    served.values().stream().mapToLong(Long::longValue).sum());
        }
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
        if (said.message() instanceof Progress count) {
            notTaken(said.name()).decrementAndGet();
            progress.looked(said.name(), false, OptionalLong.of(count.messages()));
            showProgress(said.name(), count.messages());
            return;
        }
        progress.heard();
        unread(said.name()).addLast(said.message());
    }

    private IterationFailedException failed(PeerEvent first) throws InterruptedException {
        StringBuilder text = new StringBuilder(describe(first));
        long start = clock.nanos();
        long waitNanos = mayBeExplainedByAnother(first.name()) ? CAUSE_MAY_FOLLOW.toNanos() : 0;
        PeerEvent next = events.poll(waitNanos, TimeUnit.NANOSECONDS);
        while (next != null) {
            String more = describe(next);
            if (!more.isEmpty() && !next.name().equals(first.name())) {
                text.append("; ").append(more);
                waitNanos = 0;
            }
            next = events.poll(waitNanos - (clock.nanos() - start), TimeUnit.NANOSECONDS);
        }
        // a process that waited in vain is less informative than the one it waited for, which may be stopped
        look();
        String silent = progress.stopped(name -> !name.equals(first.name()));
        return new IterationFailedException(text + (silent.isEmpty() ? "" : "; " + silent));
    }

    /** Whether another process can tell the cause: the only one has nobody to wait for, and a stopped one tells nothing. */
    private boolean mayBeExplainedByAnother(PeerName failed) {
        return views.entrySet().stream()
                .anyMatch(view ->
                        !view.getKey().equals(failed) && !view.getValue().isStopped());
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

    /** Thrown if the peers made no progress within the timeout; they are still alive. */
    public static final class NoProgressException extends IterationFailedException {
        private static final long serialVersionUID = 1;

        NoProgressException(String message) {
            super(message);
        }
    }

    /** An event of a peer that its launcher observes. */
    sealed interface PeerEvent {
        PeerName name();

        /** The peer sent a message. */
        record Said(PeerName name, ControlMessage message) implements PeerEvent {
            /** The only peer in this role. */
            Said(Role role, ControlMessage message) {
                this(PeerName.of(role), message);
            }
        }

        /** The peer's process or its control link has ended. */
        record Died(PeerName name, String description) implements PeerEvent {
            /** The only peer in this role. */
            Died(Role role, String description) {
                this(PeerName.of(role), description);
            }
        }
    }
}
