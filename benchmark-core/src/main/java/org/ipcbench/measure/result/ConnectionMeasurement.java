package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
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

    /**
     * The figures that the halves of a connection have noted.
     *
     * @param recorders the first one is of this side's half, the others are of halves of the other side that run in this process
     * @param messages number of messages that were exchanged or lost
     * @param startNanos start of the measured part, by the machine's monotonic clock, in nanoseconds
     * @param partNanos duration of the measured part, in nanoseconds, unless the half knows it better
     * @param underWay the messages that this side had under way at once; null if it does not know
     */
    public static ConnectionMeasurement of(
            List<Recorder> recorders, long messages, long startNanos, long partNanos, @Nullable UnderWay underWay) {
        Recorder half = recorders.get(0);
        List<Recorder> further = recorders.subList(1, recorders.size());
        Histogram latencies = half.latencies();
        further.forEach(each -> latencies.add(each.latencies()));
        return new ConnectionMeasurement(
                messages - half.losses().lost(),
                half.losses(),
                startNanos,
                half.elapsedNanosOr(partNanos),
                latencies,
                half.offer().orElse(null),
                recorders.stream().flatMap(each -> each.contents().stream()).toList(),
                WorkTime.ofAll(recorders.stream()
                                .flatMap(each -> each.work().stream())
                                .toList())
                        .orElse(null),
                SizeLatencies.of(half),
                underWay,
                null,
                half.keepsSlowest()
                        ? recorders.stream()
                                .flatMap(each -> each.slowest().stream())
                                .toList()
                        : null,
                half.parts().orElse(null),
                half.own(Measurement.Own.class).orElse(null),
                further.stream()
                        .flatMap(ofServer -> ofServer.parts().stream())
                        .findFirst()
                        .orElse(null));
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
                payloadSum,
                null,
                parts,
                own == null ? null : own.withoutLatencies(),
                serverParts);
    }

    /** The latencies by the size of the request; empty if all have the same size. */
    public List<SizeLatencies> latenciesBySize() {
        return bySize == null ? List.of() : bySize;
    }

    /** Number of messages or round trips begun, including lost ones. */
    public long attempted() {
        return messages + losses.lost();
    }

    /**
     * Both ends of all connections of an iteration.
     *
     * @param clients the clients' ends
     * @param servers the server's; empty if one peer plays both roles and has reported both ends as one
     */
    public record Ends(List<ConnectionMeasurement> clients, List<ConnectionMeasurement> servers) {
        public Ends {
            clients = List.copyOf(clients);
            servers = List.copyOf(servers);
        }

        /** Adds to the measurement what both ends together say of offer, work, messages under way, sizes and parts. */
        public void addTo(Measurement.Draft iteration) {
            iteration
                    .offering(OfferedLoad.ofAll(told(clients, ConnectionMeasurement::offer))
                            .orElse(null))
                    .working(work())
                    .underWay(underWay().orElse(null))
                    .bySize(SizeLatencies.ofAll(clients.stream()
                            .map(ConnectionMeasurement::latenciesBySize)
                            .toList()))
                    .split(split())
                    .with(told(clients, ConnectionMeasurement::own).stream().reduce(Measurement.Own::plus));
        }

        /** The messages that all clients had under way at once; empty if one does not know. */
        public Optional<UnderWay> underWay() {
            return UnderWay.ofAll(clients.stream()
                    .map(connection -> Optional.ofNullable(connection.underWay()))
                    .toList());
        }

        /** What the work took; if both peers did some, its mean. One peer that plays both roles has done the server's work, too. */
        private @Nullable WorkTime work() {
            Optional<WorkTime> ofClients = WorkTime.ofAll(told(clients, ConnectionMeasurement::work));
            Optional<WorkTime> ofServer = WorkTime.ofAll(told(servers, ConnectionMeasurement::work));
            return ofServer.isPresent() && ofClients.isPresent()
                    ? ofServer.get().meanWith(ofClients.get())
                    : ofServer.or(() -> ofClients).orElse(null);
        }

        /** The parts of a call; null unless both sides tell theirs. */
        private Measurement.@Nullable Split split() {
            Optional<CallParts> ofClients = CallParts.ofAll(told(clients, ConnectionMeasurement::parts));
            Optional<CallParts> ofServer = CallParts.ofAll(
                    servers.isEmpty()
                            ? told(clients, ConnectionMeasurement::serverParts)
                            : told(servers, ConnectionMeasurement::parts));
            return ofClients.isPresent() && ofServer.isPresent()
                    ? new Measurement.Split(ofClients.get(), ofServer.get())
                    : null;
        }

        private static <T> List<T> told(
                List<ConnectionMeasurement> ends, Function<ConnectionMeasurement, @Nullable T> figure) {
            return ends.stream()
                    .flatMap(end -> Stream.ofNullable(figure.apply(end)))
                    .toList();
        }
    }
}
