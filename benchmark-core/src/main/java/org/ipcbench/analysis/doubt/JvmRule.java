package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Doubts.Rule.found;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.ipcbench.analysis.doubt.Doubts.Rule.LimitRule;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.WorkerShares;

/**
 * Work that the peers' JVMs did besides the measuring. Each JVM is judged separately: the doubt is about the JVM that did most. It
 * costs at most its own time, even if nothing is sent meanwhile.
 *
 * @param kind the doubt
 * @param nanos elapsed time of this work, in nanoseconds
 * @param limit there is doubt if the share of the measured part, mean over the iterations, exceeds this limit
 * @param statement with a placeholder for the JVM and one for the share in percent
 * @param advice what helps
 */
public record JvmRule(Reason.Kind kind, ToLongFunction<JvmWork> nanos, double limit, String statement, String advice)
        implements LimitRule {
    /** Above this share of the measured part, the measured program is still being compiled. */
    static final JvmRule COMPILATION = new JvmRule(
            Reason.Kind.WARM_UP,
            JvmWork::compilationNanos,
            0.1,
            "the compiler of %s was at work for %.0f %% of the measured part",
            CourseRule.LONGER_WARM_UP);

    /** Collections are a cost of a transport that allocates; above this share, the size of the heap decides the figure. */
    private static final JvmRule COLLECTION = new JvmRule(
            Reason.Kind.COLLECTION,
            JvmWork::collectionNanos,
            0.1,
            "garbage collections of %s took %.0f %% of the measured part",
            "try a larger heap: --jvm-args -Xmx1g");

    public static final List<JvmRule> ALL = List.of(COMPILATION, COLLECTION);

    @Override
    public Optional<Reason> doubt(Evidence evidence) {
        Map<MeasuredJvm, Sum> sums = new LinkedHashMap<>();
        for (Measurement iteration : evidence.iterations()) {
            judged(iteration).forEach((jvm, work) -> sums.merge(jvm, new Sum(share(work, iteration), 1), Sum::plus));
        }
        return sums.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(worst -> worst.getValue().mean() > limit)
                .flatMap(worst -> {
                    double mean = worst.getValue().mean();
                    Statement what = Statement.of(
                            statement + ", %s", worst.getKey().label(), 100 * mean, evidence.costOfStandstill(mean));
                    return found(kind, what, "mean", mean, advice);
                });
    }

    /** Whether one of the JVMs was above the limit in this iteration. */
    boolean isExceeded(Measurement iteration) {
        return judged(iteration).values().stream().anyMatch(work -> share(work, iteration) > limit);
    }

    /** The JVMs whose work nobody has declared. */
    private Map<MeasuredJvm, JvmWork> judged(Measurement iteration) {
        Map<MeasuredJvm, JvmWork> jvms = MeasuredJvm.of(iteration);
        if (kind == Reason.Kind.COLLECTION && iteration.loadsServersHeap()) {
            jvms.keySet().removeIf(jvm -> jvm.number <= MeasuredJvm.SERVER);
        }
        return jvms;
    }

    /**
     * The share of the measured part that the work took. It may exceed 1 if compilers work side by side, or if work began before
     * the measured part.
     */
    private double share(JvmWork work, Measurement iteration) {
        return Math.min(1, (double) nanos.applyAsLong(work) / iteration.elapsedNanos());
    }

    /** Shares of one JVM, added up. */
    private record Sum(double total, int iterations) implements Comparable<Sum> {
        Sum plus(Sum other) {
            return new Sum(total + other.total, iterations + other.iterations);
        }

        double mean() {
            return total / iterations;
        }

        @Override
        public int compareTo(Sum other) {
            return Double.compare(mean(), other.mean());
        }
    }

    /**
     * One of the JVMs of an iteration.
     *
     * @param number number of the client, from 1; {@link #SERVER} for the server, and downwards for several
     * @param clients number of clients that have a JVM of their own
     */
    private record MeasuredJvm(int number, int clients) {
        static final int SERVER = 0;

        /** The JVMs of an iteration, the clients first, each with its work besides the measuring. */
        static Map<MeasuredJvm, JvmWork> of(Measurement iteration) {
            Map<MeasuredJvm, JvmWork> jvms = new LinkedHashMap<>();
            List<ClientFigures> clients = iteration.clients();
            for (int i = 0; i < clients.size(); i++) {
                JvmWork own = clients.get(i).jvm();
                if (own != null) {
                    jvms.put(new MeasuredJvm(i + 1, clients.size()), own);
                }
            }
            if (jvms.isEmpty()) {
                jvms.put(new MeasuredJvm(1, 1), iteration.clientCost().jvm());
            }
            int all = jvms.size();
            WorkerShares workers = iteration.workers();
            List<JvmWork> servers = workers == null || workers.jvms() == null
                    ? List.of(iteration.serverCost().jvm())
                    : workers.jvms();
            for (int i = 0; i < servers.size(); i++) {
                jvms.put(new MeasuredJvm(SERVER - i, all), servers.get(i));
            }
            return jvms;
        }

        /** The name in statements. A pair's two JVMs are not told apart: the remedies are the same. */
        Statement label() {
            if (clients == 1) {
                return Statement.of("a JVM");
            }
            return number <= SERVER ? Statement.of("the server") : Statement.of("client %d of %d", number, clients);
        }
    }
}
