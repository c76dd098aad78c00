package org.ipcbench.figure;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.transport.endpoint.EndpointAddress;

/**
 * What a server of the user's saves at a Unix socket beside the same question at a port: the medians of calls, by round.
 *
 * @param socket the cell at the Unix socket
 * @param port the cell at the port
 * @param portMicros the median of a call at the port, in microseconds
 * @param micros what the socket saves of it; negative if it takes longer
 * @param share the 95 % interval of the saved share of the median; empty if there are too few rounds
 */
public record SocketGain(
        CellResult socket, CellResult port, double portMicros, double micros, Optional<Interval> share) {
    private static final double NANOS_PER_MICRO = 1e3;

    /** The gains among cells of one ranking: of each socket, if one port of the same protocol is asked the same. */
    public static List<SocketGain> of(List<CellResult> cells) {
        return cells.stream()
                .filter(cell -> isMeasured(cell) && address(cell).isUnix())
                .flatMap(socket -> beside(socket, cells).stream())
                .toList();
    }

    private static Optional<SocketGain> beside(CellResult socket, List<CellResult> cells) {
        List<CellResult> ports = cells.stream()
                .filter(cell -> isMeasured(cell) && !address(cell).isUnix() && areAlike(socket.cell(), cell.cell()))
                .toList();
        return ports.size() == 1 ? Optional.of(between(socket, ports.get(0))) : Optional.empty();
    }

    /** Whether a cell has medians: one whose rate was not carried has none, as has one with too few samples. */
    private static boolean isMeasured(CellResult cell) {
        return cell.cell().transport().traits().hasForeignServer()
                && Ranking.isReached(cell)
                && cell.summary()
                        .filter(Summary::isReached)
                        .filter(summary -> !summary.speed().medianNanosOfRound().isEmpty())
                        .isPresent();
    }

    /** Whether two cells differ in nothing but the address. */
    private static boolean areAlike(Cell socket, Cell port) {
        return socket.transportId().startsWith(scheme(port) + EndpointAddress.UNIX)
                && EndpointAddress.parse(socket.transportId(), 1)
                        .asksTheSameAs(EndpointAddress.parse(port.transportId(), 1))
                && socket.workload().equals(port.workload())
                && socket.settings().equals(port.settings())
                && socket.variant().equals(port.variant());
    }

    private static String scheme(Cell port) {
        return port.transportId().substring(0, port.transportId().indexOf(':'));
    }

    private static EndpointAddress address(CellResult cell) {
        return EndpointAddress.parse(cell.cell().transportId(), 1);
    }

    private static SocketGain between(CellResult socket, CellResult port) {
        NavigableMap<Integer, Double> atSocket = callsPerMicro(socket);
        NavigableMap<Integer, Double> atPort = callsPerMicro(port);
        Comparison timeLeft = Comparison.of(atPort, atSocket);
        double portMicros = Math.exp(atPort.values().stream()
                .mapToDouble(rate -> -Math.log(rate))
                .average()
                .orElse(Double.NaN));
        return new SocketGain(
                socket,
                port,
                portMicros,
                portMicros * (1 - timeLeft.ratio()),
                timeLeft.interval().map(left -> new Interval(1 - left.high(), 1 - left.low())));
    }

    private static NavigableMap<Integer, Double> callsPerMicro(CellResult cell) {
        NavigableMap<Integer, Double> rates = new TreeMap<>();
        cell.summary()
                .orElseThrow()
                .speed()
                .medianNanosOfRound()
                .forEach((round, nanos) -> rates.put(round, NANOS_PER_MICRO / nanos));
        return rates;
    }
}
