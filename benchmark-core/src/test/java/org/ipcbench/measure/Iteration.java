package org.ipcbench.measure;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Measurements as tests need them: messages of 1 MiB, so that messages and mebibytes are the same number. */
public final class Iteration {
    static final int SIZE_BYTES = 1 << 20;

    private Iteration() {}

    /** Messages of several clients in a second and a bit more. */
    public static Measurement ofClients(ClientFigures... clients) {
        return of(Question.THROUGHPUT, Losses.NONE, clients);
    }

    /** Round trips of several clients in a second. */
    public static Measurement ofRoundTrips(ClientFigures... clients) {
        return of(Question.LATENCY, Losses.NONE, clients);
    }

    private static Measurement of(Question question, Losses losses, ClientFigures... clients) {
        long messages = Stream.of(clients).mapToLong(ClientFigures::messages).sum();
        return new Measurement(
                SIZE_BYTES,
                messages,
                messages * SIZE_BYTES,
                losses,
                1_000_000_000,
                question,
                new Recorder().latencies(),
                new Sampling(1, 60, 6_000),
                Cost.NONE,
                Cost.NONE,
                Cost.NONE,
                Circumstances.UNKNOWN,
                Circumstances.UNKNOWN,
                Proximity.UNKNOWN,
                List.of(clients));
    }

    public static Measurement of(long messages, double seconds, long... latenciesNanos) {
        Recorder recorder = new Recorder();
        LongStream.of(latenciesNanos).forEach(recorder::recordLatency);
        long elapsedNanos = Math.round(seconds * 1e9);
        return new Measurement(
                SIZE_BYTES,
                messages,
                messages * SIZE_BYTES,
                new Losses(1, 0, 0, 0),
                elapsedNanos,
                Question.THROUGHPUT,
                recorder.latencies(),
                new Sampling(1, 60, 6_000),
                new Cost(elapsedNanos / 2, 3 * messages),
                new Cost(elapsedNanos / 4, 5 * messages),
                Cost.NONE,
                Circumstances.UNKNOWN,
                Circumstances.UNKNOWN,
                Proximity.UNKNOWN);
    }
}
