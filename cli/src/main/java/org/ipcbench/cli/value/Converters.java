package org.ipcbench.cli.value;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerProgram;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.CommandWords;
import org.ipcbench.run.program.FilePath;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.program.VariedValue.JavaHome;
import org.ipcbench.run.program.VariedValue.JvmArguments;
import org.ipcbench.text.Quantity;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.shape.Work;
import picocli.CommandLine;

/**
 * Converters from texts of the command line to values. A value with its own type has a registered converter; an
 * option names its converter if values of its type are written in several ways, such as counts, sizes and rates.
 */
public final class Converters {
    private static final long MAX_MESSAGES = 1_000_000_000_000L;

    private Converters() {}

    /** Registers the converters of all values with their own types in a command and its subcommands. */
    public static void register(CommandLine commandLine) {
        commandLine
                .registerConverter(Path.class, new Parsed<>(FilePath::parse))
                .registerConverter(Duration.class, new Parsed<>(Quantity::duration))
                .registerConverter(RequestSizes.class, new Parsed<>(RequestSizes::parse))
                .registerConverter(AcceptedKinds.class, new Parsed<>(AcceptedKinds::parse))
                .registerConverter(ExportFormats.class, new Parsed<>(ExportFormats::parse))
                .registerConverter(Variation.class, new Parsed<>(Variation::parse))
                .registerConverter(Jvm.class, new Parsed<>(JavaHome::parse))
                .registerConverter(Label.class, new Parsed<>(Label::parse))
                .registerConverter(ArrivalPattern.class, new Parsed<>(ArrivalPattern::parse))
                .registerConverter(AddressList.class, new Parsed<>(AddressList::parse))
                .registerConverter(Work.class, new Parsed<>(Dimension.WORK::one))
                .registerConverter(Prefix.class, new Parsed<>(text -> Prefix.of(CommandWords.parse(text))))
                .registerConverter(Prefix.RemoteJava.class, new Parsed<>(Prefix.RemoteJava::parse))
                .registerConverter(PeerProgram.class, new Parsed<>(PeerPrograms::parse))
                .registerConverter(Gate.class, new Parsed<>(Converters::gate));
    }

    /** A gate of {@code --fail-on}, such as {@code slower:5%}. */
    private static Gate gate(String text) {
        int colon = text.indexOf(':');
        Gate.Figure figure = Gate.Figure.labelled(text.substring(0, Math.max(0, colon)))
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not of the form %s:5%% or %s:20%%"
                        .formatted(text, Gate.Figure.SPEED.label(), Gate.Figure.P99.label())));
        return new Gate(figure, Quantity.shareOrNone(text.substring(colon + 1)));
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'%s' is not a whole number from %d to %d".formatted(text, Long.MIN_VALUE, Long.MAX_VALUE), e);
        }
    }

    public static final class Gibibytes extends Parsed<Long> {
        Gibibytes() {
            super(Quantity::gibibytes);
        }
    }

    public static final class Bytes extends Parsed<Long> {
        Bytes() {
            super(Quantity::bytes);
        }
    }

    public static final class Iterations extends Parsed<Integer> {
        Iterations() {
            super(number -> (int) Quantity.count(number, Plan.MAX_ROUNDS));
        }
    }

    public static final class Messages extends Parsed<Long> {
        Messages() {
            super(number -> Quantity.count(number, MAX_MESSAGES));
        }
    }

    public static final class Timeout extends Parsed<Duration> {
        Timeout() {
            super(time -> Quantity.duration(time, RunTerms.MIN_TIMEOUT, RunTerms.MAX_TIMEOUT, "2s and 24h"));
        }
    }

    /** A latency that must not be exceeded. */
    public static final class Latency extends Parsed<Duration> {
        Latency() {
            super(Quantity::latency);
        }
    }

    /** A time, or none. */
    public static final class TimeLimit extends Parsed<Duration> {
        TimeLimit() {
            super(time -> Quantity.duration(time, Duration.ZERO, Duration.ofDays(30), "0s and 720h"));
        }
    }

    /** A share such as {@code 5%}. */
    public static final class Share extends Parsed<Double> {
        Share() {
            super(Quantity::share);
        }
    }

    public static final class Seed extends Parsed<Long> {
        Seed() {
            super(Converters::seed);
        }
    }

    /** Characters in a line. */
    public static final class Columns extends Parsed<Integer> {
        private static final int MIN = 20;
        private static final int MAX = 10_000;

        Columns() {
            super(Columns::parse);
        }

        private static int parse(String text) {
            if (!text.matches("\\d{2,5}") || Integer.parseInt(text) < MIN || Integer.parseInt(text) > MAX) {
                throw new IllegalArgumentException(
                        "'%s' is not a number of characters between %d and %d".formatted(text, MIN, MAX));
            }
            return Integer.parseInt(text);
        }
    }

    public static final class Words extends Parsed<List<String>> {
        Words() {
            super(JvmArguments::parse);
        }
    }

    public static final class Directory extends Parsed<Path> {
        Directory() {
            super(FilePath::directory);
        }
    }
}
