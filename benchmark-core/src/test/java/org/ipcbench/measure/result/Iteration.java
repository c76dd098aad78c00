package org.ipcbench.measure.result;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;

/** Measurements as tests need them: messages of 1 MiB, so that messages and mebibytes are the same number. */
public final class Iteration {
    static final int SIZE_BYTES = 1 << 20;

    private static final Sampling SAMPLING = new Sampling(1, 60, 6_000);

    private Iteration() {}

    /** Messages of several clients in a second and a bit more. */
    public static Measurement ofClients(ClientFigures... clients) {
        return of(LatencyKind.ONE_WAY, clients);
    }

    /** Round trips of several clients in a second. */
    public static Measurement ofRoundTrips(ClientFigures... clients) {
        return of(LatencyKind.ROUND_TRIP, clients);
    }

    private static Measurement of(LatencyKind latencyKind, ClientFigures... clients) {
        long messages = Stream.of(clients).mapToLong(ClientFigures::messages).sum();
        return MadeUpMeasurement.of(SIZE_BYTES, messages)
                .latencyKind(latencyKind)
                .sampling(SAMPLING)
                .clients(List.of(clients))
                .measurement();
    }

    public static Measurement of(long messages, double seconds, long... latenciesNanos) {
        Recorder recorder = new Recorder();
        LongStream.of(latenciesNanos).forEach(recorder::recordLatency);
        long elapsedNanos = Math.round(seconds * 1e9);
        return MadeUpMeasurement.of(SIZE_BYTES, messages)
                .losses(new Losses(1, 0, 0, 0))
                .elapsedNanos(elapsedNanos)
                .latencies(recorder.latencies())
                .sampling(SAMPLING)
                .costs(new Cost(elapsedNanos / 2, 3 * messages), new Cost(elapsedNanos / 4, 5 * messages))
                .measurement();
    }
}
