package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.measure.sample.WorkTime;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one iteration, combined from both peers.
 *
 * @param requestBytes size of a message of the result, in bytes: of a block if blocks are measured
 * @param messages messages that arrived and were checked
 * @param bytes payload of these messages
 * @param losses what went wrong with the other messages
 * @param elapsedNanos time from just before the first claim to the acknowledgement of the last message, in nanoseconds;
 *     for a lossy stream of peers that read one clock, to the last arrival
 * @param latencyKind what a latency is
 * @param latencies of the sampled messages, in nanoseconds; empty for files, and for throughput of messages below 16
 *     bytes
 * @param sampling the sampling rule and its cost
 * @param clientCost what the measured part cost the client
 * @param serverCost what the measured part cost the server
 * @param auxiliaryCost what the measured part cost the transport's auxiliary process, or the relays; {@link Cost#NONE} if there is none
 * @param clientConditions conditions under which the client measured
 * @param serverConditions conditions under which the server measured
 * @param proximity how near to each other client and server ran
 * @param clients the figures of each client if a server has several, in their order; else empty
 * @param offer what the client's schedule offered; null if it had none
 * @param work what the server's work for each request took; null if it did none
 * @param depth number of requests that each client had under way at once; null for one, and for other questions
 * @param underWay the messages that all clients had under way at once; null if it is not known, as with older records
 * @param bySize the sampled latencies by the size of the request; null if all have the same size
 * @param beside what was declared to run beside the peers; null if nothing was
 * @param idle memory that connections take which say nothing; null if there are none
 * @param attempts how clients got through the one listening socket; null if each had its own
 * @param split the parts of a call; null unless a codec writes and reads it
 * @param samples the timed messages that were kept; null if none were
 * @param aftermath what followed the death of a peer; null for other questions
 * @param fanOut what subscribers got of one publisher; null for other questions
 * @param workers what several server processes shared; null for a single one
 */
public record Measurement(
        @SerializedName("sizeBytes") int requestBytes,
        long messages,
        long bytes,
        Losses losses,
        long elapsedNanos,
        LatencyKind latencyKind,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        Sampling sampling,
        Cost clientCost,
        Cost serverCost,
        Cost auxiliaryCost,
        @SerializedName("clientCircumstances") MeasurementConditions clientConditions,
        @SerializedName("serverCircumstances") MeasurementConditions serverConditions,
        Proximity proximity,
        List<ClientFigures> clients,
        @Nullable OfferedLoad offer,
        @Nullable WorkTime work,
        @Nullable Integer depth,
        @Nullable UnderWay underWay,
        @Nullable List<SizeLatencies> bySize,
        @Nullable Neighbourhood beside,
        @Nullable IdleMemory idle,
        @Nullable ConnectAttempts attempts,
        @Nullable Split split,
        @Nullable Samples samples,
        @Nullable Aftermath aftermath,
        @Nullable FanOutResult fanOut,
        @Nullable WorkerShares workers) {
    /** What only one question measures, as its client tells it at each connection. */
    public sealed interface Own permits FanOutResult {
        /** What this connection and another one tell together; of the same question. */
        Own plus(Own other);

        /** Returns a copy without what is one peer's time minus another's. */
        default Own withoutLatencies() {
            return this;
        }

        /** Sets the component of a measurement that this is. */
        void into(Draft draft);
    }

    /**
     * Timed messages that were kept.
     *
     * @param file its name in the run's directory of samples
     * @param kept their number; smaller than the number of latencies if a peer had no more room
     */
    public record Samples(String file, long kept) {}

    /**
     * Memory of connections that say nothing, all together.
     *
     * @param client of the first client process
     * @param server of the server
     */
    public record IdleMemory(OfPeer client, OfPeer server) {
        /**
         * What one peer tells.
         *
         * @param connections number of these connections
         * @param processBytes of this process's heap, in bytes; buffers outside it are left out, whose size is this program's choice
         * @param kernelBytes of the kernel, for both ends, in bytes; -1 if unknown, and from the side that does not look
         */
        public record OfPeer(int connections, long processBytes, long kernelBytes) {}
    }

    /**
     * What followed the death of a peer.
     *
     * @param knownNanos time until the other peer knew, in nanoseconds; null if it did not within its deadline
     * @param by how it knew; null if it did not
     * @param words what the transport said; may be empty
     * @param sent number of messages that the client had sent when the server or itself had ended, or the other peer knew
     * @param received number of messages that the server had received
     * @param swallowed number of messages that the transport took from a client that never knew, until it took no more; null unless this was tried
     * @param isFull whether the transport took no more; else it took as many as there was time for
     * @param againNanos time from the readiness of a new process in place of the dead one until the survivor had its first answer, in nanoseconds; null
     *     if it had none
     * @param left names of what both peers left in the kernel or on disk
     * @param waitedNanos time from the death until the other peer knew, or until its deadline, in nanoseconds
     * @param cpuNanos CPU time of the other peer in this time, in nanoseconds
     * @param beatNanos mean CPU time that a sign of life took the other peer, in nanoseconds; null without a heartbeat
     */
    public record Aftermath(
            @Nullable Long knownNanos,
            Notice.@Nullable By by,
            String words,
            long sent,
            long received,
            @Nullable Long swallowed,
            boolean isFull,
            @Nullable Long againNanos,
            List<String> left,
            long waitedNanos,
            long cpuNanos,
            @Nullable Double beatNanos) {
        public Aftermath {
            left = List.copyOf(left);
        }

        /** Number of messages that were sent and never received. */
        public long lost() {
            return Math.max(0, sent - received);
        }

        /** The share of a CPU that the other peer kept busy, 1 for all of it. */
        public double cpuShare() {
            return (double) cpuNanos / waitedNanos;
        }
    }

    /**
     * The parts of a call that a codec writes and reads.
     *
     * @param client of all clients together
     * @param server of the server
     */
    public record Split(CallParts client, CallParts server) {
        /** What is left of the client's wait without the server's part, in nanoseconds. */
        public double transportNanos() {
            return client.betweenNanos() - server.requestNanos() - server.betweenNanos() - server.answerNanos();
        }

        /** What the codec takes on both sides, in nanoseconds. */
        public double codecNanos() {
            return client.requestNanos() + server.requestNanos() + server.answerNanos() + client.answerNanos();
        }

        /** All parts together, in nanoseconds. */
        public double callNanos() {
            return client.requestNanos() + client.betweenNanos() + client.answerNanos();
        }

        /** Mean bytes of a request and its answer. */
        public double bytes() {
            return client.bytes() + server.bytes();
        }
    }

    /** An empty histogram that stays empty. */
    private static final Histogram NO_LATENCIES = new Histogram(Recorder.SIGNIFICANT_DIGITS);

    public Measurement {
        if (messages < 1 || elapsedNanos < 1) {
            throw new IllegalArgumentException(
                    "a measurement has messages and time, not %d in %d ns".formatted(messages, elapsedNanos));
        }
        clients = isTold(clients) ? List.copyOf(clients) : List.of();
    }

    /** Whether the list of clients is recorded; the record of a pair has none. */
    private static boolean isTold(@Nullable List<ClientFigures> clients) {
        return clients != null;
    }

    /** Whether a peer ended, and the other one did not find out. */
    public boolean isUnnoticed() {
        return aftermath != null && aftermath.knownNanos() == null;
    }

    /** Whether messages carry send times, but latencies would be one process's time minus another's, whose clocks are not proven to be one. */
    public boolean withholdsLatencies() {
        return latencyKind.needsOneClock()
                && sampling.isTaken()
                && !MeasurementConditions.areOfOneClock(clientConditions, serverConditions);
    }

    /** Number of requests that each client had under way at once. */
    public int requestsInFlight() {
        return depth == null ? 1 : depth;
    }

    /** The sampled latencies by the size of the request; empty if all have the same size. */
    public List<SizeLatencies> latenciesBySize() {
        return bySize == null ? List.of() : bySize;
    }

    /** Number of messages sent, or of round trips begun. */
    public long sent() {
        return messages + losses.lost();
    }

    /** Returns what makes a copy of which something is different. */
    public Draft draft() {
        return new Draft(this);
    }

    /** Returns a copy without latencies and stalls, whose histograms take most of the memory. */
    public Measurement withoutHistograms() {
        return draft().latencies(NO_LATENCIES)
                .bySize(null)
                .conditions(
                        clientConditions.on(clientConditions.machine(), Stalls.UNKNOWN),
                        serverConditions.on(serverConditions.machine(), Stalls.UNKNOWN))
                .measurement();
    }

    /** Returns a copy of which this was declared to run beside the peers. */
    public Measurement beside(Neighbourhood declared) {
        return draft().beside(declared).measurement();
    }

    /** Returns a copy of which these messages were kept. */
    public Measurement with(Samples kept) {
        Draft copy = draft();
        copy.samples = kept;
        return copy.measurement();
    }

    /** Returns a copy whose messages went through relays that cost this. */
    public Measurement through(Cost relays) {
        return relays.equals(Cost.NONE) ? this : draft().auxiliary(relays).measurement();
    }

    /**
     * Returns a copy whose requests these server processes have shared.
     *
     * @param cost of all of them
     * @param conditions of all of them
     * @param near how near to the client they ran
     * @param worked what their work for each request took; null if they did none
     */
    public Measurement sharedBy(
            WorkerShares processes,
            Cost cost,
            MeasurementConditions conditions,
            Proximity near,
            @Nullable WorkTime worked) {
        Draft copy = draft().costs(clientCost, cost)
                .conditions(clientConditions, conditions)
                .proximity(near)
                .working(worked);
        copy.workers = processes;
        return copy.measurement();
    }

    /** Whether the server's heap was declared to be loaded. */
    public boolean loadsServersHeap() {
        return beside != null && beside.tail() != null;
    }

    /** CPU time of what was declared to run beside the peers, in nanoseconds; {@link Count#UNKNOWN} if unknown, or if the relays' is. */
    public long declaredCpuNanos() {
        if (auxiliaryCost.cpuNanos() == Count.UNKNOWN) {
            return Count.UNKNOWN;
        }
        return beside == null ? 0 : beside.cpuNanos();
    }

    /** Sum of the measured parts of all clients, in nanoseconds; for a pair, the only one. */
    public long clientNanos() {
        return clients.isEmpty()
                ? elapsedNanos
                : clients.stream().mapToLong(ClientFigures::elapsedNanos).sum();
    }

    /** CPU time of all processes, in nanoseconds. It includes the waits for a schedule, which the client's cost leaves out. */
    public long ownCpuNanos() {
        return clientCost.cpuNanos()
                + serverCost.cpuNanos()
                + Math.max(0, auxiliaryCost.cpuNanos())
                + (offer == null ? 0 : offer.waitCpuNanos());
    }

    public double seconds() {
        return elapsedNanos / 1e9;
    }

    public double messagesPerSecond() {
        return messages / seconds();
    }

    /** Throughput in MiB (2^20 bytes) a second. */
    public double mebibytesPerSecond() {
        return (double) bytes / (1 << 20) / seconds();
    }

    /** The share of the measured part that timestamps cost the busier peer. */
    public double timestampCost() {
        return sampling.costAt((double) clientNanos() / messages);
    }

    /** What a measurement is made of, one by one: nothing was lost, cost or known unless it is said. */
    public static final class Draft {
        private final int requestBytes;
        private final long messages;
        private final long bytes;
        private Losses losses = Losses.NONE;
        private long elapsedNanos;
        private LatencyKind latencyKind;
        private Histogram latencies = NO_LATENCIES;
        private Sampling sampling = Sampling.NONE;
        private Cost clientCost = Cost.NONE;
        private Cost serverCost = Cost.NONE;
        private Cost auxiliaryCost = Cost.NONE;
        private MeasurementConditions clientConditions = MeasurementConditions.UNKNOWN;
        private MeasurementConditions serverConditions = MeasurementConditions.UNKNOWN;
        private Proximity proximity = Proximity.UNKNOWN;
        private List<ClientFigures> clients = List.of();
        private @Nullable OfferedLoad offer;
        private @Nullable WorkTime work;
        private @Nullable Integer depth;
        private @Nullable UnderWay underWay;
        private @Nullable List<SizeLatencies> bySize;
        private @Nullable Neighbourhood beside;
        private @Nullable IdleMemory idle;
        private @Nullable ConnectAttempts attempts;
        private @Nullable Split split;
        private @Nullable Samples samples;
        private @Nullable Aftermath aftermath;
        private @Nullable FanOutResult fanOut;
        private @Nullable WorkerShares workers;

        public Draft(int requestBytes, long messages, long bytes, long elapsedNanos, LatencyKind latencyKind) {
            this.requestBytes = requestBytes;
            this.messages = messages;
            this.bytes = bytes;
            this.elapsedNanos = elapsedNanos;
            this.latencyKind = latencyKind;
        }

        private Draft(Measurement like) {
            requestBytes = like.requestBytes;
            messages = like.messages;
            bytes = like.bytes;
            losses = like.losses;
            elapsedNanos = like.elapsedNanos;
            latencyKind = like.latencyKind;
            latencies = like.latencies;
            sampling = like.sampling;
            clientCost = like.clientCost;
            serverCost = like.serverCost;
            auxiliaryCost = like.auxiliaryCost;
            clientConditions = like.clientConditions;
            serverConditions = like.serverConditions;
            proximity = like.proximity;
            clients = like.clients;
            offer = like.offer;
            work = like.work;
            depth = like.depth;
            underWay = like.underWay;
            bySize = like.bySize;
            beside = like.beside;
            idle = like.idle;
            attempts = like.attempts;
            split = like.split;
            samples = like.samples;
            aftermath = like.aftermath;
            fanOut = like.fanOut;
            workers = like.workers;
        }

        public Draft losses(Losses others) {
            losses = others;
            return this;
        }

        public Draft elapsedNanos(long nanos) {
            elapsedNanos = nanos;
            return this;
        }

        public Draft latencyKind(LatencyKind other) {
            latencyKind = other;
            return this;
        }

        public Draft latencies(Histogram others) {
            latencies = others;
            return this;
        }

        public Draft sampling(Sampling other) {
            sampling = other;
            return this;
        }

        public Draft costs(Cost client, Cost server) {
            clientCost = client;
            serverCost = server;
            return this;
        }

        public Draft auxiliary(Cost other) {
            auxiliaryCost = other;
            return this;
        }

        public Draft conditions(MeasurementConditions client, MeasurementConditions server) {
            clientConditions = client;
            serverConditions = server;
            return this;
        }

        public Draft proximity(Proximity other) {
            proximity = other;
            return this;
        }

        public Draft clients(List<ClientFigures> others) {
            clients = others;
            return this;
        }

        public Draft offering(@Nullable OfferedLoad other) {
            offer = other;
            return this;
        }

        public Draft working(@Nullable WorkTime other) {
            work = other;
            return this;
        }

        public Draft inFlight(@Nullable Integer requests) {
            depth = requests;
            return this;
        }

        public Draft underWay(@Nullable UnderWay others) {
            underWay = others;
            return this;
        }

        public Draft bySize(@Nullable List<SizeLatencies> classes) {
            bySize = classes;
            return this;
        }

        public Draft beside(@Nullable Neighbourhood declared) {
            beside = declared;
            return this;
        }

        public Draft idle(@Nullable IdleMemory memory) {
            idle = memory;
            return this;
        }

        public Draft attempts(@Nullable ConnectAttempts others) {
            attempts = others;
            return this;
        }

        public Draft split(@Nullable Split parts) {
            split = parts;
            return this;
        }

        public Draft followedBy(@Nullable Aftermath other) {
            aftermath = other;
            return this;
        }

        public Draft subscribed(@Nullable FanOutResult other) {
            fanOut = other;
            return this;
        }

        /** Takes what only this question measures, if it does. */
        public Draft with(Optional<? extends Own> own) {
            own.ifPresent(each -> each.into(this));
            return this;
        }

        public Measurement measurement() {
            return new Measurement(
                    requestBytes,
                    messages,
                    bytes,
                    losses,
                    elapsedNanos,
                    latencyKind,
                    latencies,
                    sampling,
                    clientCost,
                    serverCost,
                    auxiliaryCost,
                    clientConditions,
                    serverConditions,
                    proximity,
                    clients,
                    offer,
                    work,
                    depth,
                    underWay,
                    bySize,
                    beside,
                    idle,
                    attempts,
                    split,
                    samples,
                    aftermath,
                    fanOut,
                    workers);
        }
    }
}
