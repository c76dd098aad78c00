package org.ipcbench.measure.result;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.measure.sample.WorkTime;
import org.jspecify.annotations.Nullable;

/** A measurement of a second of throughput that cost nothing and lost nothing, but for what a test says. */
public final class MadeUpMeasurement {
    private static final Histogram NO_LATENCIES = new Histogram(Recorder.SIGNIFICANT_DIGITS);

    private final int requestBytes;
    private final long messages;
    private Losses losses = Losses.NONE;
    private long elapsedNanos = 1_000_000_000;
    private LatencyKind latencyKind = LatencyKind.ONE_WAY;
    private Histogram latencies = NO_LATENCIES;
    private Sampling sampling = new Sampling(1, 20, 1_000);
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
    private Measurement.@Nullable IdleMemory idle;
    private @Nullable ConnectAttempts attempts;
    private Measurement.@Nullable Split split;
    private Measurement.@Nullable Aftermath aftermath;
    private @Nullable FanOutResult fanOut;

    public MadeUpMeasurement(int requestBytes, long messages) {
        this.requestBytes = requestBytes;
        this.messages = messages;
    }

    /** The figures of another measurement, but for what a test says. */
    public static MadeUpMeasurement like(Measurement other) {
        MadeUpMeasurement copy = new MadeUpMeasurement(other.requestBytes(), other.messages())
                .losses(other.losses())
                .elapsedNanos(other.elapsedNanos())
                .latencyKind(other.latencyKind())
                .latencies(other.latencies())
                .sampling(other.sampling())
                .costs(other.clientCost(), other.serverCost())
                .auxiliary(other.auxiliaryCost())
                .conditions(other.clientConditions(), other.serverConditions())
                .proximity(other.proximity())
                .clients(other.clients());
        copy.offer = other.offer();
        copy.work = other.work();
        copy.depth = other.depth();
        copy.underWay = other.underWay();
        copy.beside = other.beside();
        copy.idle = other.idle();
        copy.attempts = other.attempts();
        copy.split = other.split();
        return copy;
    }

    public MadeUpMeasurement losses(Losses others) {
        losses = others;
        return this;
    }

    public MadeUpMeasurement elapsedNanos(long nanos) {
        elapsedNanos = nanos;
        return this;
    }

    public MadeUpMeasurement latencyKind(LatencyKind other) {
        latencyKind = other;
        return this;
    }

    public MadeUpMeasurement latencies(Histogram others) {
        latencies = others;
        return this;
    }

    public MadeUpMeasurement sampling(Sampling other) {
        sampling = other;
        return this;
    }

    public MadeUpMeasurement costs(Cost client, Cost server) {
        clientCost = client;
        serverCost = server;
        return this;
    }

    public MadeUpMeasurement auxiliary(Cost other) {
        auxiliaryCost = other;
        return this;
    }

    public MadeUpMeasurement conditions(MeasurementConditions client, MeasurementConditions server) {
        clientConditions = client;
        serverConditions = server;
        return this;
    }

    public MadeUpMeasurement proximity(Proximity other) {
        proximity = other;
        return this;
    }

    public MadeUpMeasurement clients(List<ClientFigures> others) {
        clients = others;
        return this;
    }

    public MadeUpMeasurement offering(OfferedLoad other) {
        offer = other;
        return this;
    }

    public MadeUpMeasurement working(WorkTime other) {
        work = other;
        return this;
    }

    public MadeUpMeasurement inFlight(int requests) {
        depth = requests;
        return this;
    }

    public MadeUpMeasurement underWay(UnderWay messages) {
        underWay = messages;
        return this;
    }

    public MadeUpMeasurement bySize(List<SizeLatencies> classes) {
        bySize = classes;
        return this;
    }

    public MadeUpMeasurement beside(Neighbourhood declared) {
        beside = declared;
        return this;
    }

    public MadeUpMeasurement split(Measurement.@Nullable Split parts) {
        split = parts;
        return this;
    }

    public MadeUpMeasurement followedBy(Measurement.@Nullable Aftermath other) {
        aftermath = other;
        return this;
    }

    /** Adds what subscribers got of a publisher. */
    public MadeUpMeasurement subscribed(@Nullable FanOutResult other) {
        fanOut = other;
        return this;
    }

    public Measurement measurement() {
        return new Measurement(
                requestBytes,
                messages,
                messages * requestBytes,
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
                null,
                aftermath,
                fanOut,
                null);
    }
}
