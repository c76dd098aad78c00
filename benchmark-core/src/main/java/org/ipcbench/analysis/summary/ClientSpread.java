package org.ipcbench.analysis.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement;

/**
 * How the clients of a server compare with each other. Each figure is the mean over the iterations of the iteration's figure.
 *
 * @param clients number of clients
 * @param slowestRate messages a second of the slowest client, by its own time
 * @param meanRate messages a second of a client on average
 * @param fastestRate messages a second of the fastest client
 * @param fairness Jain's index of the clients' rates: 1 if all are equal, 1 / clients if one client has everything
 * @param slowest the slowest client of each iteration
 */
public record ClientSpread(
        int clients,
        double slowestRate,
        double meanRate,
        double fastestRate,
        double fairness,
        List<ClientFigures> slowest) {

    public ClientSpread {
        slowest = List.copyOf(slowest);
    }

    /** The spread of the clients in these iterations; empty if a server has one client only. */
    public static Optional<ClientSpread> of(List<Measurement> iterations) {
        List<List<ClientFigures>> all =
                iterations.stream().map(Measurement::clients).toList();
        if (all.stream().anyMatch(List::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(new ClientSpread(
                all.get(0).size(),
                mean(all, clients -> rates(clients).least()),
                mean(all, clients -> rates(clients).mean()),
                mean(all, clients -> rates(clients).greatest()),
                mean(all, ClientSpread::fairness),
                all.stream().map(ClientSpread::slowest).toList()));
    }

    /** Median latency of the slowest client, in nanoseconds; empty if it has too few samples. */
    public OptionalDouble slowestMedianNanos() {
        return ofSlowest(ClientFigures::medianNanos);
    }

    /** 99th percentile of the slowest client, in nanoseconds; empty if it has too few samples. */
    public OptionalDouble slowestP99Nanos() {
        return ofSlowest(ClientFigures::p99Nanos);
    }

    /** A percentile of the slowest client, in nanoseconds; empty if it has too few samples. */
    private OptionalDouble ofSlowest(ToLongFunction<ClientFigures> nanos) {
        return slowest.stream().mapToLong(nanos).anyMatch(each -> each == Count.UNKNOWN)
                ? OptionalDouble.empty()
                : slowest.stream().mapToLong(nanos).average();
    }

    /** The square of the rates' sum over their number times the sum of their squares (Jain, Chiu and Hawe 1984). */
    static double fairness(List<ClientFigures> clients) {
        double sum = 0;
        double squares = 0;
        for (ClientFigures client : clients) {
            double rate = client.messagesPerSecond();
            sum += rate;
            squares += rate * rate;
        }
        return squares == 0 ? 1 : sum * sum / (clients.size() * squares);
    }

    private static ClientFigures slowest(List<ClientFigures> clients) {
        return clients.stream()
                .min(Comparator.comparingDouble(ClientFigures::messagesPerSecond))
                .orElseThrow();
    }

    private static Sample rates(List<ClientFigures> clients) {
        return Sample.of(clients.stream().mapToDouble(ClientFigures::messagesPerSecond));
    }

    private static double mean(List<List<ClientFigures>> iterations, ToDoubleFunction<List<ClientFigures>> figure) {
        return Sample.of(iterations.stream().mapToDouble(figure)).mean();
    }
}
