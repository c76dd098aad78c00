package org.ipcbench.peer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ipcbench.measure.KernelClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.peer.ClockOffset.ClockPage.Entry;
import org.ipcbench.transport.Session;

/**
 * The largest possible difference between the clocks of a pair, proven by exchanges over a shared page. The client
 * reads its clock and asks, the server answers with its own clock, and the client reads its clock again. The server's
 * clock was read in between, so it is ahead by at most the server's time minus the first reading, and by at least the
 * server's time minus the second reading. Many exchanges narrow these bounds down to the fastest exchange in each
 * direction. If the kernel says that both peers read the same clock, the exchanges only must not contradict it. If it says nothing,
 * clocks that agree within {@link Initiator#WIDE_NANOS} are the same one: clocks of two kernels or time namespaces are apart by the
 * difference of their uptimes.
 */
abstract sealed class ClockOffset {
    /** Proves nothing: both halves are in one process, or no figure is a difference between the two clocks. */
    static final ClockOffset NONE = new Unproven();

    /**
     * The largest of all proven bounds, in nanoseconds; 0 if both read the same clock; {@link
     * MeasurementConditions#NO_BOUND} if a proof is missing.
     */
    abstract long nanos();

    /** Runs a series of exchanges; the partner does the same at about the same time. */
    abstract void measure();

    /** Creates the server's side: makes the page before the client can know where to connect. */
    static ClockOffset responder(Session session, NanoClock clock, KernelClock kernel) throws IOException {
        ClockPage page = ClockPage.make(session);
        page.set(Entry.SERVER_CLOCK, kernel.identity().orElse(ClockPage.UNKNOWN_CLOCK));
        return new Responder(page, clock);
    }

    /** Creates the client's side and announces that it will ask; to be called before the client connects. */
    static ClockOffset initiator(Session session, NanoClock clock, KernelClock kernel) throws IOException {
        ClockPage page;
        try {
            page = ClockPage.open(session);
        } catch (NoSuchFileException e) {
            return NONE; // the server has another scratch directory: its page stays without a client
        }
        page.set(Entry.CLIENT_IS_HERE, 1);
        long own = kernel.identity().orElse(ClockPage.UNKNOWN_CLOCK);
        long others = page.get(Entry.SERVER_CLOCK);
        boolean isTold = own != ClockPage.UNKNOWN_CLOCK && others != ClockPage.UNKNOWN_CLOCK;
        return new Initiator(page, clock, session, isTold, own == others);
    }

    private static final class Unproven extends ClockOffset {
        @Override
        long nanos() {
            return MeasurementConditions.NO_BOUND;
        }

        @Override
        void measure() {
            // no partner to ask
        }
    }

    /** Waits up to a limit for the partner to write on the page. */
    private record SpinThenYield(NanoClock clock) {
        /**
         * Longest wait. A partner that does not answer within this time was paused, which invalidates the measured part
         * anyway.
         */
        private static final long NANOS = Duration.ofSeconds(1).toNanos();

        /** Number of spins that is enough for an answer from another CPU. */
        private static final int SPINS = 100;

        /**
         * Alternates between two ways of waiting, because it is not known where the partner runs: an answer from
         * another CPU is quick, but a partner on this CPU cannot answer until this thread yields.
         */
        @SuppressWarnings("ThreadPriorityCheck") // a partner on the same CPU needs it
        boolean await(long question, BooleanSupplier written) {
            int spins = question % 4 == 1 ? SPINS : 0; // questions have odd numbers
            for (int i = 0; i < spins; i++) {
                if (written.getAsBoolean()) {
                    return true;
                }
                Thread.onSpinWait();
            }
            long start = clock.nanos();
            while (!written.getAsBoolean()) {
                if (clock.nanos() - start > NANOS) {
                    return false;
                }
                Thread.yield();
            }
            return true;
        }
    }

    private static final class Initiator extends ClockOffset {
        private static final int EXCHANGES = 2000;

        /** Number of exchanges that is enough to contradict the kernel. */
        private static final int EXCHANGES_OF_ONE_CLOCK = 20;

        /** Time limit for peers that share a CPU with others: a few exchanges are a proof as well. */
        private static final long MAX_NANOS = Duration.ofMillis(20).toNanos();

        /** Time limit for disturbed exchanges of all clients together: each client waits for those before it. */
        private static final long DISTURBED_NANOS = Duration.ofMillis(200).toNanos();

        /** Even on one CPU, undisturbed exchanges prove a smaller bound than this. */
        private static final long WIDE_NANOS = 20_000;

        private static final long SLEEP_NANOS = 100_000;

        /** Sleep time while other connections may still be measured: each wake-up would disturb them. */
        private static final long SLEEP_AMONG_OTHERS_NANOS = 5_000_000;

        private final ClockPage page;
        private final NanoClock clock;
        private final SpinThenYield waiting;
        /** Whether the kernel tells of both clocks which they are. */
        private final boolean isTold;

        /** Whether nothing that the kernel tells makes them two. */
        private final boolean mayBeOne;

        private final long longestTurnNanos;
        private final long sleepNanos;
        private final long disturbedNanos;
        private long turn;
        private long series;
        private long boundNanos;

        Initiator(ClockPage page, NanoClock clock, Session session, boolean isTold, boolean isSame) {
            this.page = page;
            this.isTold = isTold;
            mayBeOne = isSame || !isTold;
            boolean alone = session.connections() == 1;
            longestTurnNanos =
                    alone ? SpinThenYield.NANOS : session.connectTimeout().toNanos();
            sleepNanos = alone ? SLEEP_NANOS : SLEEP_AMONG_OTHERS_NANOS;
            disturbedNanos = Math.max(MAX_NANOS, DISTURBED_NANOS / session.connections());
            this.clock = clock;
            waiting = new SpinThenYield(clock);
        }

        @Override
        long nanos() {
            return series == 0 ? MeasurementConditions.NO_BOUND : boundNanos;
        }

        @Override
        void measure() {
            if (boundNanos != MeasurementConditions.NO_BOUND) {
                boundNanos = awaitServer() ? exchange() : MeasurementConditions.NO_BOUND;
                page.set(Entry.BOUND_NANOS, boundNanos);
            }
            page.set(Entry.ENDED, ++series);
        }

        /**
         * Sleeps until the server begins to answer: a server of several clients answers them one after the other, after
         * it has finished the stage for all of them.
         */
        private boolean awaitServer() {
            long start = clock.nanos();
            while (page.get(Entry.ANSWERING) <= series) {
                if (clock.nanos() - start > longestTurnNanos) {
                    return false;
                }
                LockSupport.parkNanos(this, sleepNanos);
            }
            return true;
        }

        private long exchange() {
            long leastAhead = Long.MIN_VALUE;
            long mostAhead = Long.MAX_VALUE;
            long firstHeard = 0;
            long heard = 0;
            int exchanges = isTold && mayBeOne ? EXCHANGES_OF_ONE_CLOCK : EXCHANGES;
            for (int i = 0; i < exchanges && heard - firstHeard < longestNanos(leastAhead, mostAhead); i++) {
                long asked = clock.nanos();
                page.set(Entry.TURN, ++turn);
                long answer = ++turn;
                if (!waiting.await(answer - 1, () -> page.get(Entry.TURN) == answer)) {
                    return MeasurementConditions.NO_BOUND;
                }
                heard = clock.nanos();
                firstHeard = i == 0 ? heard : firstHeard; // the server may have been late
                long told = page.get(Entry.SERVER_NANOS);
                leastAhead = Math.max(leastAhead, told - heard);
                mostAhead = Math.min(mostAhead, told - asked);
            }
            long bound = Math.max(Math.abs(leastAhead), Math.abs(mostAhead));
            boolean isOneClock = mayBeOne && leastAhead <= 0 && mostAhead >= 0 && (isTold || bound <= WIDE_NANOS);
            return isOneClock ? boundNanos : Math.max(boundNanos, bound);
        }

        /**
         * Time limit of a series, in nanoseconds; longer if the bounds are still wide. On a machine with many processes
         * some exchanges get little CPU time, and then prove little.
         */
        private long longestNanos(long leastAhead, long mostAhead) {
            return leastAhead < -WIDE_NANOS || mostAhead > WIDE_NANOS ? disturbedNanos : MAX_NANOS;
        }
    }

    private static final class Responder extends ClockOffset {
        private final ClockPage page;
        private final NanoClock clock;
        private final SpinThenYield waiting;
        private long turn;
        private long series;
        private boolean isAlone;

        Responder(ClockPage page, NanoClock clock) {
            this.page = page;
            this.clock = clock;
            waiting = new SpinThenYield(clock);
        }

        @Override
        long nanos() {
            return series == 0 || isAlone ? MeasurementConditions.NO_BOUND : page.get(Entry.BOUND_NANOS);
        }

        @Override
        void measure() {
            isAlone |= page.get(Entry.CLIENT_IS_HERE) == 0;
            series++;
            page.set(Entry.ANSWERING, series);
            while (!isAlone && page.get(Entry.ENDED) < series) {
                isAlone =
                        !waiting.await(turn + 1, () -> page.get(Entry.TURN) > turn || page.get(Entry.ENDED) == series);
                if (page.get(Entry.TURN) > turn) {
                    answer();
                }
            }
        }

        private void answer() {
            page.set(Entry.SERVER_NANOS, clock.nanos());
            turn += 2;
            page.set(Entry.TURN, turn);
        }
    }

    /** A page of memory that both peers of a pair share: a file in the scratch directory, deleted with the directory. */
    static final class ClockPage {
        private static final String FILE_NAME = "clocks";
        static final long UNKNOWN_CLOCK = -1;
        private static final int BYTES = 4096;
        private static final VarHandle LONGS =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        private final MappedByteBuffer memory;

        private ClockPage(MappedByteBuffer memory) {
            this.memory = memory;
        }

        /** The entries of the page; each is a long. */
        enum Entry {
            /** Set to 1 before the client connects. */
            CLIENT_IS_HERE(0),
            /** Odd after the client has asked, even after the server has answered. */
            TURN(Long.BYTES),
            /** The server's clock when it answered, in nanoseconds. */
            SERVER_NANOS(2 * Long.BYTES),
            /** Number of series of exchanges that the client has ended. */
            ENDED(3 * Long.BYTES),
            /** The bound that the exchanges have proven so far, in nanoseconds. */
            BOUND_NANOS(4 * Long.BYTES),
            /** Number of series of exchanges that the server has begun to answer. */
            ANSWERING(5 * Long.BYTES),
            /**
             * Identity of the kernel's clock that the server reads; {@link #UNKNOWN_CLOCK} if the kernel does not tell.
             */
            SERVER_CLOCK(6 * Long.BYTES);

            private final int offset;

            Entry(int offset) {
                this.offset = offset;
            }
        }

        /** Makes a new page, which replaces the page of an earlier assignment; called in the server. */
        static ClockPage make(Session session) throws IOException {
            Path file = file(session);
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
                content.write(new byte[BYTES]); // allocated now: a full disk would end the process at the first access
                return map(content.getChannel());
            }
        }

        /** Opens the page that the server has made; called in the client. */
        static ClockPage open(Session session) throws IOException {
            try (FileChannel content =
                    FileChannel.open(file(session), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return map(content);
            }
        }

        /** Each connection of a session has its own page. */
        private static Path file(Session session) {
            return session.scratchDirectory().resolve(session.nameOf(FILE_NAME));
        }

        /**
         * Maps the page as writable in both peers: read-only memory has another class, for which the JVM would discard code
         * that was compiled for the transport.
         */
        private static ClockPage map(FileChannel content) throws IOException {
            return new ClockPage(content.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }

        long get(Entry entry) {
            return (long) LONGS.getVolatile(memory, entry.offset);
        }

        void set(Entry entry, long value) {
            LONGS.setVolatile(memory, entry.offset, value);
        }
    }
}
