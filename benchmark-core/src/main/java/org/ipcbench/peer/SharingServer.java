package org.ipcbench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CompilerThreads;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.meter.StallMeter;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.result.PeerMeasurement.Worked;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.peer.Assignment.CompilerBacklog;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.shape.Work;
import org.jspecify.annotations.Nullable;

/**
 * One of several server processes that share what clients send. It answers whatever comes, of the warm-up and of the measured part, and
 * the launcher tells it when the measured part begins and ends: no message of a client could, as each reaches one process only.
 */
final class SharingServer {
    private static final Path THREAD = Path.of("/proc/thread-self");
    private static final String WAITS = "voluntary_ctxt_switches:";

    private final Assign assign;
    private final Session session;
    private final Transport transport;
    private final ControlLink link;
    private final LauncherSignal launcher;
    private final CostMeter meter;
    private final ProgressPage page;
    private final CountDownLatch allAccepted = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Served> served = new CopyOnWriteArrayList<>();
    private final CloseOnFailure opened = new CloseOnFailure();
    private volatile boolean ending;

    SharingServer(
            Assign assign,
            Transport transport,
            ControlLink link,
            LauncherSignal launcher,
            CostMeter meter,
            ProgressPage page) {
        this.assign = assign;
        this.transport = transport;
        this.link = link;
        this.launcher = launcher;
        this.meter = meter;
        this.page = page;
        session = isOneQueue(transport) ? assign.session() : assign.session().keepingOn();
    }

    private static boolean isOneQueue(Transport transport) {
        return transport.traits().has(Trait.SHARED_REQUESTS);
    }

    /** Returns when the process is told to stop. */
    void perform() throws IOException, InterruptedException {
        String ticket = assign.share().addresses().stream()
                .reduce((first, last) -> last)
                .orElse("");
        Listener listener = transport.listenAmong(session, ticket);
        try (Listener open = listener) {
            link.send(new Ready(addresses(listener), CpuSet.shownOfCallingThread(), Placement.memoryPolicy()));
            start("acceptor", isOneQueue(transport) ? () -> serveQueue(open) : () -> acceptAll(open));
            Snapshot before = Snapshot.of(List.of());
            warmMeters();
            for (ControlMessage message = launcher.take(); !(message instanceof Stop); message = launcher.take()) {
                if (message instanceof AllConnected) {
                    allAccepted.countDown();
                    listener.close(); // else the acceptor's deadline would pass in the measured part
                } else if (message instanceof Go) {
                    ending = false;
                    CompilerBacklog.system().awaitEnd();
                    served.forEach(Served::begin);
                    meter.arm();
                    meter.begin();
                    before = Snapshot.of(served);
                    link.send(new Armed());
                } else if (message instanceof Over) {
                    ending = true;
                    Snapshot after = Snapshot.of(served);
                    Cost cost = meter.end(
                                    0,
                                    served.stream()
                                            .mapToLong(Served::overheadCalls)
                                            .sum())
                            .measuredByOthers(after.cpuNanos - before.cpuNanos, 0);
                    served.forEach(Served::end);
                    link.send(new Finished(
                            new PeerMeasurement(worked(before, after), cost, conditions(before, after, cost))));
                } else {
                    link.send(new Failed("launcher sent '%s', expected 'Go' or 'Over'"
                            .formatted(message.getClass().getSimpleName())));
                }
            }
        } finally {
            ending = true;
            end.countDown();
            synchronized (opened) {
                opened.close();
            }
        }
    }

    /** As for a single server, whose measuring thread is this one: see {@link Assignment}. */
    private void warmMeters() throws IOException {
        meter.arm();
        meter.begin();
        var unused = meter.end();
        if (looksForStalls()) {
            try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
                new StallMeter(NanoClock.system(), thread, CompilerThreads.system()).warm();
            }
        }
    }

    /** All have the same place, so one of them looks for its stalls. */
    private boolean looksForStalls() {
        return assign.meterNanos() > 0 && session.all().index() == 0;
    }

    /** A connection stays with its worker, which alone waits for it: no wait for it is in vain. */
    private Worked worked(Snapshot before, Snapshot after) {
        return new Worked(
                after.messages - before.messages,
                isOneQueue(transport) ? after.waitsSince(before, sleepsToWork()) : Count.UNKNOWN,
                WorkTime.ofAll(served.stream()
                                .flatMap(each -> each.recorder.work().stream())
                                .toList())
                        .orElse(null));
    }

    /** The course of the threads that answer, what the scheduler did to them, and the machine's stalls at their place. */
    private MeasurementConditions conditions(Snapshot before, Snapshot after, Cost cost) throws IOException {
        Stalls stalls = Stalls.UNKNOWN;
        if (looksForStalls()) {
            boolean isBusy = 2 * cost.measuringNanos() > after.nanos - before.nanos;
            try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
                stalls = new StallMeter(NanoClock.system(), thread, null)
                        .observe(assign.meterNanos(), isBusy ? StallMeter.Wait.AWAKE : StallMeter.Wait.NAPPING);
            }
        }
        MeasurementConditions courses = MeasurementConditions.ofAll(
                served.stream().flatMap(each -> each.course().stream()).toList());
        return new MeasurementConditions(
                WarmUpEnd.NONE,
                courses.marks(),
                MachineLoad.UNKNOWN,
                MeasurementConditions.NO_BOUND,
                0,
                courses.gaps(),
                after.schedulingSince(before),
                stalls);
    }

    /** The address for each connection of the session, and last what other workers need. */
    private List<String> addresses(Listener listener) {
        List<String> addresses =
                new ArrayList<>(Collections.nCopies(assign.session().connections(), listener.address()));
        addresses.add(listener.ticket());
        return addresses;
    }

    private boolean sleepsToWork() {
        return assign.workload()
                .shape()
                .filter(shape -> shape.work().isAsked() && shape.work().kind() == Work.Kind.SLEEP)
                .isPresent();
    }

    /** The next request may be another process's proof until all have accepted. */
    private void serveQueue(Listener listener) throws IOException, InterruptedException {
        Channel channel;
        try (listener) {
            channel = listener.accept();
        }
        Served only = serving(channel);
        allAccepted.await();
        only.run(end);
    }

    /** Returns when all are connected. */
    private void acceptAll(Listener listener) throws IOException {
        while (true) {
            Channel channel;
            try {
                channel = listener.accept();
            } catch (IOException e) {
                if (allAccepted.getCount() == 0) {
                    return; // the listener is closed
                }
                throw e;
            }
            Served next = serving(channel);
            start("server-" + served.size(), () -> next.run(end));
        }
    }

    private Served serving(Channel channel) throws IOException {
        synchronized (opened) {
            opened.add(channel);
            if (end.getCount() == 0) {
                opened.close();
                throw new EOFException("the launcher has told to stop");
            }
            Recorder recorder = new Recorder();
            ServerHalf half =
                    assign.workload().server(channel, session.maxMessageBytes(), recorder, NanoClock.system());
            opened.add(half);
            Served next = new Served(
                    half,
                    recorder,
                    page.counter(served.size() % assign.session().connections()));
            served.add(next);
            return next;
        }
    }

    /** What a thread of this process does until its channel ends. */
    @FunctionalInterface
    private interface Serving {
        void run() throws IOException, InterruptedException;
    }

    /** A failure after the measured part is that of a channel that ends. */
    @SuppressWarnings("CatchingUnchecked") // the launcher has to be told of every failure
    private void start(String name, Serving serving) {
        Thread thread = new Thread(
                () -> {
                    try {
                        serving.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (IOException | RuntimeException | Error e) {
                        tell(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void tell(Throwable failure) {
        if (!ending) {
            try {
                link.send(new Failed(Peer.describe(failure)));
            } catch (IOException e) {
                // the thread that reads the control link notices the launcher's end as well
            }
        }
    }

    /** What one thread answers. */
    private static final class Served {
        private static final long LIVES = Long.MIN_VALUE;

        private final ServerHalf half;
        /** Counts a request before its answer leaves, so that who has seen the answer sees the count. */
        private final Recorder recorder;

        private final LongConsumer progress;
        private volatile long id;
        private volatile String thread = "";
        /** Read by the main thread alone. */
        private volatile MeasuringThread files = () -> Mark.UNKNOWN_CPU;

        private volatile long countedBefore;
        private volatile long waitsBeforeEnd = LIVES;

        /** Used by the thread itself and, under this object's lock, by the main thread. */
        private volatile @Nullable BatchTimer timer;

        /** Number of measured parts that have begun. */
        private volatile int parts;

        /** The measured part that the timer times; 0 in the warm-up. */
        private int timed;

        Served(ServerHalf half, Recorder recorder, LongConsumer progress) {
            this.half = half;
            this.recorder = recorder;
            this.progress = progress;
        }

        /** The client closes when it has all answers. The thread stays, because what it has cost would be lost with it. */
        void run(CountDownLatch end) throws IOException, InterruptedException {
            thread = Files.readSymbolicLink(THREAD).toString();
            id = Thread.currentThread().getId();
            try (MeasuringThread ofMain = MeasuringThread.ofCallingThread();
                    MeasuringThread own = MeasuringThread.ofCallingThread()) {
                files = ofMain;
                BatchTimer course = new BatchTimer(recorder, NanoClock.system(), () -> 0, own);
                timer = course;
                answerUntilEnd(course, end);
            }
        }

        private void answerUntilEnd(BatchTimer course, CountDownLatch end) throws IOException, InterruptedException {
            try {
                answerAll(course);
            } catch (EOFException e) {
                long waits = asked();
                waitsBeforeEnd = waits == Count.UNKNOWN ? waits : waits - 1; // for the end
                end.await();
            }
        }

        /** In the warm-up it looks at the clock after each request, so that the code of the looks is compiled. */
        private void answerAll(BatchTimer course) throws IOException {
            course.await(0, Double.MAX_VALUE);
            while (true) {
                half.step();
                progress.accept(recorder.messages() - countedBefore);
                if (course.isDue() || timed != parts) {
                    look(course);
                }
            }
        }

        /** The thread sees neither how long a part will be nor its end, so the last mark may be a step before. */
        private synchronized void look(BatchTimer course) {
            if (timed != parts) {
                timed = parts;
                course.end();
                course.await(0, course.messages() < 2 ? Double.MAX_VALUE : course.messageNanos());
            } else {
                course.checkClock();
            }
        }

        /** What it noted of the measured part; empty if it answered nothing. */
        synchronized Optional<MeasurementConditions> course() {
            BatchTimer course = timer;
            return course == null || timed != parts
                    ? Optional.empty()
                    : Optional.of(new MeasurementConditions(
                            WarmUpEnd.NONE,
                            course.marks(),
                            MachineLoad.UNKNOWN,
                            MeasurementConditions.NO_BOUND,
                            0,
                            course.gaps(),
                            Scheduling.UNKNOWN,
                            Stalls.UNKNOWN));
        }

        /** Number of system calls of the looks. */
        synchronized long overheadCalls() {
            BatchTimer course = timer;
            return course == null || timed != parts ? 0 : course.overheadCalls();
        }

        /** Called when the warm-up is over and clients wait: what counts begins with the next request. */
        void begin() {
            int partsBefore = parts; // only this thread writes it
            half.endPart();
            recorder.forgetWork();
            countedBefore = recorder.messages();
            progress.accept(0);
            parts = partsBefore + 1;
        }

        /** Called when clients have all answers. */
        void end() {
            half.endPart();
        }

        private long cpuNanos(ThreadMXBean threads) {
            return id == 0 ? 0 : Math.max(0, threads.getThreadCpuTime(id)); // -1 for one that has ended
        }

        /** How often its thread has waited for messages; unknown if the kernel does not tell. */
        long waits() {
            long known = waitsBeforeEnd;
            return known == LIVES ? asked() : known;
        }

        private long asked() {
            String text =
                    new KernelFile(Path.of("/proc", thread, "status")).text().orElse("");
            OptionalLong told = KernelFile.number(text, WAITS);
            return told.isPresent() ? told.getAsLong() : Count.UNKNOWN;
        }
    }

    /** The counts of all threads at one time. */
    private record Snapshot(long nanos, long messages, long cpuNanos, List<Long> waits, List<Scheduling> schedulings) {
        static Snapshot of(List<Served> served) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            return new Snapshot(
                    NanoClock.system().nanos(),
                    served.stream().mapToLong(each -> each.recorder.messages()).sum(),
                    served.stream().mapToLong(each -> each.cpuNanos(threads)).sum(),
                    served.stream().map(Served::waits).toList(),
                    served.stream()
                            .map(each -> new Scheduling(each.files.queuedNanos(), each.files.migrations()))
                            .toList());
        }

        /** The longest time of any thread, and the migrations of all; a process without a thread has nothing to tell. */
        Scheduling schedulingSince(Snapshot before) {
            List<Scheduling> grown = new ArrayList<>();
            for (int i = 0; i < Math.min(schedulings.size(), before.schedulings.size()); i++) {
                grown.add(new Scheduling(
                        Scheduling.grown(
                                before.schedulings.get(i).queuedNanos(),
                                schedulings.get(i).queuedNanos()),
                        Scheduling.grown(
                                before.schedulings.get(i).migrations(),
                                schedulings.get(i).migrations())));
            }
            return grown.isEmpty() ? new Scheduling(0, 0) : Scheduling.ofAll(grown);
        }

        /** @param slept whether each request was a wait by itself */
        long waitsSince(Snapshot before, boolean slept) {
            boolean isKnown = LongStream.concat(
                            waits.stream().mapToLong(Long::longValue),
                            before.waits.stream().mapToLong(Long::longValue))
                    .noneMatch(each -> each == Count.UNKNOWN);
            long waited = sum(waits) - sum(before.waits) - (slept ? messages - before.messages : 0);
            return isKnown ? Math.max(0, waited) : Count.UNKNOWN;
        }

        private static long sum(List<Long> counts) {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
