package org.ipcbench.report.csv;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.plan.cell.Dimension;

/** Columns of how the clients of a server compare; all but the first are empty if there is one client. */
final class ClientColumns {
    private ClientColumns() {}

    /** The dimensions in the first columns. */
    private static final List<Dimension> DIMENSIONS =
            List.of(Dimension.CLIENTS, Dimension.CLIENT_THREADS, Dimension.SERVING);

    static boolean has(Dimension dimension) {
        return DIMENSIONS.contains(dimension);
    }

    static List<CsvColumn> all() {
        return Stream.concat(
                        DIMENSIONS.stream().map(CsvColumn::dimension),
                        Stream.of(
                                figure("ClientRateMeanPerSecond", ClientSpread::meanRate),
                                figure("ClientRateMinPerSecond", ClientSpread::slowestRate),
                                figure("ClientRateMaxPerSecond", ClientSpread::fastestRate),
                                figure("FairnessIndex", ClientSpread::fairness),
                                latency("SlowestClientP50Micros", ClientSpread::slowestMedianNanos),
                                latency("SlowestClientP99Micros", ClientSpread::slowestP99Nanos)))
                .toList();
    }

    private static CsvColumn figure(String name, ToDoubleFunction<ClientSpread> value) {
        return CsvColumn.figure(
                name,
                summary -> summary.clients()
                        .map(spread -> CsvColumn.decimal(value.applyAsDouble(spread), 3))
                        .orElse(CsvColumn.NONE));
    }

    private static CsvColumn latency(String name, Function<ClientSpread, OptionalDouble> nanos) {
        return CsvColumn.figure(
                name,
                summary -> summary.clients()
                        .map(spread -> CsvColumn.decimal(nanos.apply(spread), CsvColumn.NANOS_PER_MICRO))
                        .orElse(CsvColumn.NONE));
    }
}
