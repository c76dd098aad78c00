package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.SlowMessage;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.measure.sample.WorkTime;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one connection of a peer in one iteration.
 *
 * @param messages messages sent (client) or received and checked (server) in the measured part; round trips completed
 * @param losses messages that this side knows to have gone wrong; with a lossy transport only the receiver knows
 * @param startNanos start of the measured part, by the machine's monotonic clock, in nanoseconds; for a server, start
 *     of the wait for it
 * @param elapsedNanos duration of the measured part, in nanoseconds; for the receiver of a lossy stream, from the
 *     client's first claim to the last arrival
 * @param latencies of the sampled messages, in nanoseconds; empty if this side records none
 * @param offer what the connection's schedule offered; null if it had none
 * @param contents checksums of a transferred file: one for each half that this side has played, the client's first;
 *     else empty
 * @param work what the work of this side for each request took; null if it did none
 * @param bySize the latencies by the size of the request; null if all have the same size
 * @param underWay the messages that this side had under way at once; null if it does not know
 * @param payloadSum sum of all that a program other than this one has read of the payload, so that it cannot have skipped the check;
 *     null from this program
 * @param slowest the slowest messages; null unless they were kept
 * @param parts the parts of its calls on this side; null unless a codec writes and reads them
 * @param own what only this question measures; null for most
 * @param serverParts the parts of its calls on the server's side if this process has both sides; else null
 */
public record ConnectionMeasurement(
        long messages,
        Losses losses,
        long startNanos,
        long elapsedNanos,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        @Nullable OfferedLoad offer,
        List<Checksum> contents,
        @Nullable WorkTime work,
        @Nullable List<SizeLatencies> bySize,
        @Nullable UnderWay underWay,
        @Nullable Long payloadSum,
        @Nullable List<SlowMessage> slowest,
        @Nullable CallParts parts,
        Measurement.@Nullable Own own,
        @Nullable CallParts serverParts) {

    public ConnectionMeasurement {
        contents = List.copyOf(contents);
    }

    /** The figures of a connection whose slowest messages were not kept. */
    public ConnectionMeasurement(
            long messages,
            Losses losses,
            long startNanos,
            long elapsedNanos,
            Histogram latencies,
            @Nullable OfferedLoad offer,
            List<Checksum> contents,
            @Nullable WorkTime work,
            @Nullable List<SizeLatencies> bySize,
            @Nullable UnderWay underWay,
            @Nullable Long payloadSum) {
        this(
                messages,
                losses,
                startNanos,
                elapsedNanos,
                latencies,
                offer,
                contents,
                work,
                bySize,
                underWay,
                payloadSum,
                null,
                null,
                null,
                null);
    }

    /** The figures of a connection that transferred no file. */
    public ConnectionMeasurement(
            long messages,
            Losses losses,
            long startNanos,
            long elapsedNanos,
            Histogram latencies,
            @Nullable OfferedLoad offer) {
        this(messages, losses, startNanos, elapsedNanos, latencies, offer, List.of(), null, null, null, null);
    }

    /** The figures of a connection without a schedule. */
    public ConnectionMeasurement(
            long messages, Losses losses, long startNanos, long elapsedNanos, Histogram latencies) {
        this(messages, losses, startNanos, elapsedNanos, latencies, null);
    }

    /** Returns a copy by a clock that is ahead by this, in nanoseconds. */
    public ConnectionMeasurement ahead(long byNanos) {
        return new ConnectionMeasurement(
                messages,
                losses,
                startNanos + byNanos,
                elapsedNanos,
                latencies,
                offer,
                contents,
                work,
                bySize,
                underWay,
                payloadSum,
                slowest == null
                        ? null
                        : slowest.stream()
                                .map(each -> new SlowMessage(each.endNanos() + byNanos, each.nanos()))
                                .toList(),
                parts,
                own,
                serverParts);
    }

    /** Returns a copy without latencies. */
    public ConnectionMeasurement withoutLatencies() {
        return new ConnectionMeasurement(
                messages,
                losses,
                startNanos,
                elapsedNanos,
                new Histogram(Recorder.SIGNIFICANT_DIGITS),
                offer,
                contents,
                work,
                null,
                underWay,
                payloadSum);
    }

    /** The latencies by the size of the request; empty if all have the same size. */
    public List<SizeLatencies> latenciesBySize() {
        return bySize == null ? List.of() : bySize;
    }

    /** Number of messages or round trips begun, including lost ones. */
    public long attempted() {
        return messages + losses.lost();
    }
}
