package org.ipcbench.control;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.ControlMessage.Described;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Identified;
import org.ipcbench.control.ControlMessage.Identify;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Progress;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.measure.result.ConnectAttempts;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.EncodedHistogram;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.MeasurementConditions.Scheduling;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.SlowMessage;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/** At least one message of every type, with values that JSON could get wrong. */
final class SampleMessages {
    private SampleMessages() {}

    static List<ControlMessage> all() {
        return List.of(
                assign(new MessageStream(new Extent.Count(Long.MAX_VALUE), 64)),
                assign(new Block(new Extent.Count(3), 10 << 20, Payload.FULL)),
                assign(new PingPong(new Extent.Period(Duration.ofSeconds(30).toNanos()), 64)),
                assign(new PingPong(
                        new Extent.Count(3),
                        Shape.of(500)
                                .answeredBy(20_480)
                                .worked(new Work(Work.Kind.SLEEP, 1_000_000))
                                .inFlight(8),
                        Payload.HEADER)),
                assign(new Transfer(Path.of("/tmp/a \"file\""), 5L << 30, 65536, null)),
                assign(new Transfer(Path.of("/tmp/größer"), 0, 16, Path.of("/tmp/target"))),
                new Ready(List.of("/tmp/a \"quoted\" path\nwith a line break"), "0-1,4", "bind:0"),
                new Ready(List.of("first", "second", "third"), "0", ""),
                new Describe(List.of(Path.of("/tmp/ipcbench-1/probe"), Path.of("/dev/shm/größer"))),
                described(),
                new Progress(Long.MAX_VALUE),
                new Identify(),
                new Identified((1L << 53) + 1),
                new Connected(),
                new AllConnected(),
                ofOneAmongSeveral(),
                shared(),
                new Armed(),
                new Go(),
                new Over(),
                finished(),
                new Failed("größer als erlaubt: ≥ 8192 Byte, <&'\u2028>"),
                new Stop());
    }

    private static Described described() {
        return new Described(new Surroundings(
                1,
                "0123",
                "/jdk",
                "17.0.1",
                Path.of("/tmp"),
                Map.of("CPU quota", "max 100000", "kernel", ""),
                Map.of("net", "net:[4026531840]"),
                "bf69c79b",
                List.of("10.0.0.2", "fd00::2"),
                List.of(Path.of("/tmp/ipcbench-1/probe")),
                new Surroundings.Skills(
                        List.of("tcp", "uds"),
                        List.of("latency"),
                        Map.of("ring-spin", "has no barriers"),
                        List.of("json"),
                        List.of("--buffer"))));
    }

    private static Assign assign(Workload workload) {
        Session session =
                new Session(Path.of("/tmp/ipcbench-1"), Token.random(), 4096, 65536, Duration.ofMillis(60_500));
        ConnectionShare share = ConnectionShare.ofClient(0, List.of("localhost:4711"));
        return new Assign("uds", workload, session, share, 500_000_000);
    }

    private static Assign ofOneAmongSeveral() {
        Assign alone = assign(new Connect(new Extent.Count(3), 64, Payload.TOUCHED));
        return new Assign(
                alone.transport(),
                alone.workload(),
                alone.session()
                        .withConnections(3)
                        .meetingInQueue(4)
                        .connection(1)
                        .keepingOn(),
                new ConnectionShare(1, 2, List.of("a", "b"), Serving.VIRTUAL, 3, "c"),
                0,
                50_000_000,
                "0-3,8");
    }

    private static Finished shared() {
        PeerMeasurement alone = finished().measurement();
        ConnectionMeasurement paced = new ConnectionMeasurement(
                5,
                Losses.NONE,
                17,
                3,
                alone.connections().get(0).latencies(),
                new OfferedLoad(6, 1, 100, 2, new OfferedLoad.Lateness(1, 2, 3, 4)));
        return new Finished(new PeerMeasurement(
                List.of(paced, alone.connections().get(0)),
                Cost.NONE,
                Sampling.NONE,
                0,
                MeasurementConditions.UNKNOWN,
                null,
                null,
                null,
                new ConnectAttempts(7, 5, 1_020_000_000, null),
                new Cost(71, 0),
                new Recorder.Notice(-18, Recorder.Notice.By.ERROR, "Broken pipe", 0.5)));
    }

    private static Finished finished() {
        Recorder recorder = new Recorder();
        recorder.recordLatency(812);
        recorder.recordLatency(3_000_000_000L);
        return new Finished(new PeerMeasurement(
                List.of(new ConnectionMeasurement(
                        1_000_000,
                        new Losses(4, 3, 2, 1),
                        -17,
                        2_000_000_000,
                        recorder.latencies(),
                        null,
                        List.of(new Checksum(5L << 30, 0xffff_ffffL), new Checksum(0, 0)),
                        new WorkTime(7, 49.9),
                        List.of(new SizeLatencies(1_024, recorder.latencies())),
                        new UnderWay(18, 9L, 3L),
                        Long.MIN_VALUE,
                        List.of(new SlowMessage(5, 4)),
                        new CallParts(9, 200.5, 1_000, 20_000, 3_000.5, 21),
                        new FanOutResult(
                                "in turn",
                                9,
                                8,
                                7,
                                null,
                                new FanOutResult.OfClass(
                                        1,
                                        6,
                                        3,
                                        5,
                                        EncodedHistogram.of(recorder.latencies()),
                                        EncodedHistogram.of(recorder.latencies())),
                                4L,
                                3,
                                2),
                        new CallParts(8, 201.5, 1_001, 20_001, 3_001.5, 22))),
                new Cost(1_900_000_000, 4_096),
                new Sampling(64, 41.7, 1e-3),
                1,
                new MeasurementConditions(
                        new WarmUpEnd(1_300.5, 40_000, true, false),
                        List.of(new Mark(17, 0, 0), new Mark(18, 500_000, Mark.UNKNOWN_CPU)),
                        new MachineLoad(2, 3_000, 200, 100),
                        90,
                        4,
                        new Gaps(12_000_000, 873),
                        new Scheduling(3_000, 2),
                        SampleStalls.of(50_000_000, 12_000, 3_000_000))));
    }
}
