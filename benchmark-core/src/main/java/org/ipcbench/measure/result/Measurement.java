package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one iteration, combined from both peers.
 *
 * @param unitSizeBytes size of a message of the result, in bytes: of a block if blocks are measured
 * @param messages messages that arrived and were checked
 * @param bytes payload of these messages
 * @param losses what went wrong with the other messages
 * @param elapsedNanos from just before the first claim to the acknowledgement of the last message, in nanoseconds; of a
 *     lossy stream to the last arrival
 * @param question what was asked, which says what the latencies mean
 * @param latencies of the sampled messages, in nanoseconds; empty for files, and for throughput of messages below 16 bytes
 * @param sampling which messages were sampled, and what that cost
 * @param clientCost what the measured part cost the client
 * @param serverCost what the measured part cost the server
 * @param auxiliaryCost what it cost the transport's auxiliary process; {@link Cost#NONE} if it has none
 * @param clientCircumstances under which circumstances the client measured
 * @param serverCircumstances under which circumstances the server measured
 * @param proximity how near to each other the two ran
 * @param clients the figures of each client if a server has several, in their order; else empty
 * @param offer what the client's schedule offered; null if it had none
 */
public record Measurement(
        @SerializedName("sizeBytes") int unitSizeBytes,
        long messages,
        long bytes,
        Losses losses,
        long elapsedNanos,
        @SerializedName("latencyKind") Question question,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        Sampling sampling,
        Cost clientCost,
        Cost serverCost,
        Cost auxiliaryCost,
        MeasurementConditions clientCircumstances,
        MeasurementConditions serverCircumstances,
        Proximity proximity,
        List<ClientFigures> clients,
        @Nullable OfferedLoad offer) {
    /** An empty histogram that stays empty. */
    private static final Histogram NO_LATENCIES = new Histogram(Recorder.SIGNIFICANT_DIGITS);

    public Measurement {
        if (messages < 1 || elapsedNanos < 1) {
            throw new IllegalArgumentException(
                    "a measurement has messages and time, not %d in %d ns".formatted(messages, elapsedNanos));
        }
        clients = isTold(clients) ? List.copyOf(clients) : List.of();
    }

    /** The record of a pair has no list of clients. */
    private static boolean isTold(@Nullable List<ClientFigures> clients) {
        return clients != null;
    }

    /** Messages sent, or round trips begun. */
    public long sent() {
        return messages + losses.lost();
    }

    /** The same measurement without its latencies, which take most of its memory. */
    public Measurement withoutLatencies() {
        return new Measurement(
                unitSizeBytes,
                messages,
                bytes,
                losses,
                elapsedNanos,
                question,
                NO_LATENCIES,
                sampling,
                clientCost,
                serverCost,
                auxiliaryCost,
                clientCircumstances,
                serverCircumstances,
                proximity,
                clients,
                offer);
    }

    /** The measured parts of all clients one after the other, in nanoseconds: of a pair, the only one. */
    public long clientNanos() {
        return clients.isEmpty()
                ? elapsedNanos
                : clients.stream().mapToLong(ClientFigures::elapsedNanos).sum();
    }

    /** CPU time of all processes, in nanoseconds. It includes the waits for a schedule, which the client's cost leaves out. */
    public long ownCpuNanos() {
        return clientCost.cpuNanos()
                + serverCost.cpuNanos()
                + auxiliaryCost.cpuNanos()
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
}
