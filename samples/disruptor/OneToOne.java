import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * Events a second from one thread to another through LMAX Disruptor, each thread on a CPU of its own:
 *
 * <pre>java -cp disruptor-4.0.0.jar samples/disruptor/OneToOne.java PRODUCER,CONSUMER [EVENTS]</pre>
 *
 * Both are numbers of CPUs, EVENTS is the number of events of a pass. Both threads wait without sleeping, as in the figures that
 * the library's authors publish. The clock runs from the first event's publication until the consumer has added up the last one.
 */
final class OneToOne {
    private static final int RING_EVENTS = 1 << 16;
    private static final int PASSES = 7;
    private static final long DEFAULT_EVENTS = 50_000_000;
    private static final double NANOS = 1e9;

    private OneToOne() {}

    /** What the ring holds. */
    private static final class Event {
        private long value;
    }

    /** Adds up the values of a pass. */
    private static final class Adder implements EventHandler<Event> {
        private final long lastSequence;
        private final CountDownLatch done = new CountDownLatch(1);
        private long sum;
        private long endNanos;

        Adder(long events) {
            lastSequence = events - 1;
        }

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            sum += event.value;
            if (sequence == lastSequence) {
                endNanos = System.nanoTime();
                done.countDown();
            }
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        boolean understood = (args.length == 1 || args.length == 2)
                && args[0].matches("\\d{1,4},\\d{1,4}")
                && (args.length == 1 || args[1].matches("[1-9]\\d{0,9}"));
        if (!understood) {
            System.err.println("usage: OneToOne PRODUCER,CONSUMER [EVENTS], such as 0,1 50000000");
            System.exit(2);
        }
        String[] cpus = args[0].split(",");
        long events = args.length == 2 ? Long.parseLong(args[1]) : DEFAULT_EVENTS;
        pin(cpus[0]);
        double[] rates = new double[PASSES];
        for (int pass = 0; pass < PASSES; pass++) {
            rates[pass] = eventsPerSecond(events, cpus[1]);
            print("pass %d: %,.0f events/s", pass + 1, rates[pass]);
        }
        Arrays.sort(rates);
        print(
                "producer on CPU %s, consumer on CPU %s: median %,.0f, best %,.0f events/s",
                cpus[0], cpus[1], rates[PASSES / 2], rates[PASSES - 1]);
    }

    private static double eventsPerSecond(long events, String consumerCpu) throws IOException, InterruptedException {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, RING_EVENTS, new YieldingWaitStrategy());
        Adder adder = new Adder(events);
        BatchEventProcessor<Event> consumer = new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), adder);
        ring.addGatingSequences(consumer.getSequence());
        CountDownLatch pinned = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            pin(consumerCpu);
            pinned.countDown();
            consumer.run();
        });
        thread.setDaemon(true);
        thread.start();
        pinned.await();

        long beginNanos = System.nanoTime();
        for (long event = 0; event < events; event++) {
            long sequence = ring.next();
            ring.get(sequence).value = event;
            ring.publish(sequence);
        }
        adder.done.await();

        consumer.halt();
        thread.join();
        if (adder.sum != events * (events - 1) / 2) {
            throw new IllegalStateException("the consumer has not got all values");
        }
        return events * NANOS / (adder.endNanos - beginNanos);
    }

    /** Binds the current thread to a CPU; the JVM's other threads stay where they are. */
    private static void pin(String cpu) {
        try {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-pc", cpu, thread)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (taskset.waitFor() != 0) {
                System.exit(1); // taskset has said why
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("cannot bind a thread to CPU " + cpu, e);
        }
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
