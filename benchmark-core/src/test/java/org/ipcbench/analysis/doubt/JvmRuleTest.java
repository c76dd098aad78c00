package org.ipcbench.analysis.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.result.WorkerShares;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Iterations of a second. */
final class JvmRuleTest {
    private static final long MILLI = 1_000_000;
    private static final int CLIENTS = 16;

    /** Each compiled for 98 ms, which together is more than the whole second. */
    @Test
    void compilersOfManyClientsAreNotAddedUp() {
        long[] millis = LongStream.generate(() -> 98).limit(CLIENTS).toArray();

        assertThat(doubt(clients(0, millis))).isEmpty();
    }

    @Test
    void clientThatCompiledLongestIsNamed() {
        long[] millis =
                IntStream.range(0, CLIENTS).mapToLong(i -> i == 6 ? 850 : 20).toArray();

        assertThat(doubt(clients(30, millis)))
                .contains(
                        "the compiler of client 7 of 16 was at work for 85 % of the measured part, which may cost up to 85 %");
    }

    @Test
    void serverThatCompiledLongestIsNamed() {
        assertThat(doubt(clients(400, 10, 20)))
                .contains(
                        "the compiler of the server was at work for 40 % of the measured part, which may cost up to 40 %");
    }

    /** A single long compilation counts less than two shorter ones. */
    @Test
    void clientIsNamedByItsMeanOverTheIterations() {
        assertThat(doubt(clients(0, 240, 0), clients(0, 0, 300), clients(0, 240, 0)))
                .contains(
                        "the compiler of client 1 of 2 was at work for 16 % of the measured part, which may cost up to 16 %");
    }

    /** Two compilers of a JVM at work side by side. */
    @Test
    void compilersWorkForNoLongerThanTheMeasuredPart() {
        assertThat(doubt(clients(0, 1_570, 0)))
                .contains(
                        "the compiler of client 1 of 2 was at work for 100 % of the measured part, which may cost up to 100 %");
        assertThat(doubt(pair(1_130, 0)))
                .contains(
                        "the compiler of a JVM was at work for 100 % of the measured part, which may cost up to 100 %");
    }

    /** With {@code --client-threads} the clients have one JVM, whose work is the cost of all. */
    @Test
    void clientsInOneJvmHaveOneCompiler() {
        Measurement threads = pair(320, 10)
                .draft()
                .clients(List.of(new ClientFigures(1, 0, 1, 1, 1), new ClientFigures(1, 0, 1, 1, 1)))
                .measurement();

        assertThat(doubt(threads))
                .contains("the compiler of a JVM was at work for 32 % of the measured part, which may cost up to 32 %");
    }

    /** Three of several server processes, whose costs stand in one sum. */
    @Test
    void compilersOfWorkersAreNotAddedUp() {
        assertThat(doubt(workers(80, 90, 70))).isEmpty();
        assertThat(doubt(workers(80, 190, 70)))
                .contains("the compiler of a JVM was at work for 19 % of the measured part, which may cost up to 19 %");
    }

    private static Measurement workers(long... millis) {
        Measurement pair = pair(0, LongStream.of(millis).sum());
        List<JvmWork> jvms =
                LongStream.of(millis).mapToObj(JvmRuleTest::compiling).toList();
        return pair.sharedBy(
                new WorkerShares(jvms.stream().map(each -> 1L).toList(), 0, 0, jvms),
                pair.serverCost(),
                pair.serverConditions(),
                pair.proximity(),
                null);
    }

    /** The collections of a server whose heap was declared to be loaded are no doubt, those of its client are. */
    @Test
    void onlyTheServersCollectionsAreDeclared() {
        assertThat(collected(300, 0)).contains(Reason.Kind.COLLECTION);
        assertThat(collected(0, 300)).isEmpty();
    }

    private static Optional<Reason.Kind> collected(long clientMillis, long serverMillis) {
        Measurement loaded = MadeUpMeasurement.of(1, 1)
                .costs(collecting(clientMillis), collecting(serverMillis))
                .measurement()
                .beside(new Neighbourhood(0, Neighbourhood.Tail.NONE));
        return JvmRule.ALL.stream()
                .flatMap(rule -> rule.doubt(SampleEvidence.of(List.of(loaded))).stream())
                .map(Reason::kind)
                .findFirst();
    }

    private static Cost collecting(long millis) {
        return new Cost(0, 0, 0, 0, 0, KernelCounts.UNKNOWN, new JvmWork(1, millis * MILLI, 0));
    }

    @Test
    void standstillsAreDeclaredBesideAnythingAndMovesBesideACommand() {
        Evidence alone = evidence(null);
        Evidence besideCommand = evidence(new Neighbourhood(1, null));
        Evidence besideHeap = evidence(new Neighbourhood(0, Neighbourhood.Tail.NONE));

        assertThat(Stream.of(alone, besideCommand, besideHeap).map(each -> each.isDeclared(Reason.Kind.STALL)))
                .containsExactly(false, true, true);
        assertThat(Stream.of(alone, besideCommand, besideHeap).map(each -> each.isDeclared(Reason.Kind.MIGRATIONS)))
                .containsExactly(false, true, false);
        assertThat(besideHeap.isDeclared(Reason.Kind.OTHER_LOAD)).isFalse();
    }

    private static Evidence evidence(@Nullable Neighbourhood beside) {
        Measurement measurement = MadeUpMeasurement.of(1, 1).measurement();
        return SampleEvidence.of(List.of(beside == null ? measurement : measurement.beside(beside)));
    }

    private static Optional<String> doubt(Measurement... iterations) {
        return JvmRule.COMPILATION.doubt(SampleEvidence.of(List.of(iterations))).map(Reason::statement);
    }

    private static Measurement clients(long serverMillis, long... clientMillis) {
        return pair(LongStream.of(clientMillis).sum(), serverMillis)
                .draft()
                .clients(LongStream.of(clientMillis)
                        .mapToObj(millis -> new ClientFigures(1, 0, 1, 1, 1).inJvm(compiling(millis)))
                        .toList())
                .measurement();
    }

    private static Measurement pair(long clientMillis, long serverMillis) {
        return MadeUpMeasurement.of(1, 1)
                .costs(cost(clientMillis), cost(serverMillis))
                .measurement();
    }

    private static Cost cost(long millis) {
        return new Cost(0, 0, 0, 0, 0, KernelCounts.UNKNOWN, compiling(millis));
    }

    private static JvmWork compiling(long millis) {
        return new JvmWork(0, 0, millis * MILLI);
    }
}
