package org.ipcbench.cli.value;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.advise.Demand;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Plugins.FilePath;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.program.VariedValue.JavaHome;
import org.ipcbench.run.program.VariedValue.JvmArguments;
import org.ipcbench.run.program.VariedValue.OfPeers;
import org.ipcbench.text.CommandWords;
import org.ipcbench.text.Lists;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Quantity;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.shape.Work;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

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
                .registerConverter(LeftOut.class, new Parsed<>(LeftOut::parse))
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
                .registerConverter(OfPeers.class, new Parsed<>(OfPeers::of))
                .registerConverter(FailOn.class, new Parsed<>(FailOn::parse));
    }

    /**
     * What {@code --fail-on} names.
     *
     * @param gate a loss, such as {@code slower:5%}; empty for {@code missing}, figures that are not there
     */
    public record FailOn(Optional<Gate> gate) {
        public static final String OPTION = "--fail-on";

        private static final String MISSING = "missing";

        static FailOn parse(String text) {
            if (text.equals(MISSING)) {
                return new FailOn(Optional.empty());
            }
            int colon = text.indexOf(':');
            Gate.Figure figure = Gate.Figure.labelled(text.substring(0, Math.max(0, colon)))
                    .orElseThrow(() -> new IllegalArgumentException("'%s' must be %s:5%%, %s:20%% or %s"
                            .formatted(text, Gate.Figure.SPEED.label(), Gate.Figure.P99.label(), MISSING)));
            return new FailOn(Optional.of(new Gate(figure, Quantity.shareOrNone(text.substring(colon + 1)))));
        }

        /** The losses among them. */
        public static List<Gate> gates(List<FailOn> given) {
            return given.stream().flatMap(each -> each.gate.stream()).toList();
        }

        /** Whether missing figures are among them. */
        public static boolean isMissing(List<FailOn> given) {
            return given.stream().anyMatch(each -> each.gate.isEmpty());
        }
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

    /** Within which time a death has to be known: transports are known to take less than the least of these, or for ever. */
    public static final class NoticeLimit extends Parsed<Duration> {
        NoticeLimit() {
            super(time -> Quantity.duration(time, Duration.ofSeconds(1), Fail.MAX_DEADLINE, "1s and 20s"));
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

    /**
     * The IP addresses of {@code --server-address}, without names that would have to be looked up; a separate type, because picocli would
     * convert the elements of a list one by one.
     */
    public record AddressList(List<String> list) {
        private static final Pattern IP = Pattern.compile(
                "(25[0-5]|(2[0-4]|1?\\d)?\\d)(\\.(25[0-5]|(2[0-4]|1?\\d)?\\d)){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]+");

        static AddressList parse(String text) {
            return new AddressList(
                    Lists.split(text).stream().map(AddressList::address).toList());
        }

        private static String address(String text) {
            try {
                if (IP.matcher(text).matches()) {
                    return InetAddress.getByName(text).getHostAddress();
                }
            } catch (UnknownHostException e) {
                // said below
            }
            throw new IllegalArgumentException("'%s' is not an IP address, such as 10.0.0.2".formatted(text));
        }
    }

    /** Formats of other programs. A separate type, because picocli would convert the elements of a set one by one. */
    public record ExportFormats(Set<ExportFormat> all) {
        static ExportFormats parse(String text) {
            EnumSet<ExportFormat> formats = EnumSet.noneOf(ExportFormat.class);
            Lists.split(text).forEach(label -> formats.add(format(label)));
            return new ExportFormats(formats);
        }

        private static ExportFormat format(String label) {
            List<String> allowed = Formats.labels().toList();
            return ExportFormat.labelled(label)
                    .orElseThrow(() -> new IllegalArgumentException(
                            new NearestName(allowed).refusal(label, " is not a format.", String.join(", ", allowed))));
        }

        /** Completion candidates: the formats. */
        public static final class Formats implements CompletionScript.ListElements {
            @Override
            public Iterator<String> iterator() {
                return labels().iterator();
            }

            static Stream<String> labels() {
                return Stream.of(ExportFormat.values()).map(ExportFormat::label);
            }
        }
    }

    /** What may be wrong with an earlier run. */
    public record Ignored(boolean damaged, boolean environment) {
        public static final String OPTION = "--ignore";
        public static final Ignored NOTHING = new Ignored(false, false);

        private static final String DAMAGED = "damaged";
        private static final String ENVIRONMENT = "environment";

        private static Ignored parse(String text, List<String> allowed) {
            List<String> words = Lists.split(text);
            words.stream().filter(word -> !allowed.contains(word)).findFirst().ifPresent(word -> {
                throw new IllegalArgumentException("'%s' must be %s".formatted(word, String.join(" or ", allowed)));
            });
            return new Ignored(words.contains(DAMAGED), words.contains(ENVIRONMENT));
        }

        /** Of one whose figures are read. */
        public static final class OfFiles extends Parsed<Ignored> {
            OfFiles() {
                super(text -> parse(text, List.of(DAMAGED)));
            }
        }

        /** Of one that goes on. */
        public static final class OfResumed extends Parsed<Ignored> {
            OfResumed() {
                super(text -> parse(text, List.of(DAMAGED, ENVIRONMENT)));
            }
        }
    }

    /** The kinds of transports of {@code --leave-out}, as demands. A separate type, as {@link AcceptedKinds} is. */
    public record LeftOut(Set<Demand> demands) {
        static LeftOut parse(String text) {
            List<String> kinds = Lists.split(text);
            Lists.requireDistinct(kinds, text);
            return new LeftOut(kinds.stream().map(LeftOut::demand).collect(Collectors.toSet()));
        }

        private static Demand demand(String kind) {
            return switch (kind) {
                case "spinning" -> Demand.NO_SPIN;
                case "shared-memory" -> Demand.ISOLATED;
                default -> throw new IllegalArgumentException("'%s' must be spinning or shared-memory".formatted(kind));
            };
        }
    }

    /**
     * The kinds of {@code --ignore}; a separate type, because picocli would convert the elements of a set one
     * by one.
     */
    public record AcceptedKinds(Set<Reason.Kind> kinds) {
        static AcceptedKinds parse(String text) {
            return new AcceptedKinds(
                    Lists.split(text).stream().map(AcceptedKinds::kind).collect(Collectors.toSet()));
        }

        private static Reason.Kind kind(String text) {
            List<String> allowed = Kinds.labels().toList();
            Reason.Kind.formerlyLabelled(text.toLowerCase(Locale.ROOT)).ifPresent(kind -> {
                throw new IllegalArgumentException("'%s' is called '%s' now".formatted(text, kind.label()));
            });
            return Reason.Kind.labelled(text.toLowerCase(Locale.ROOT))
                    .filter(Reason.Kind::isAcceptable)
                    .orElseThrow(() -> new IllegalArgumentException(
                            new NearestName(allowed).refusal(text, " is not a reason.", String.join(", ", allowed))));
        }

        /** Completion candidates of {@code --ignore}: the kinds of doubt that a figure can have. */
        public static final class Kinds implements CompletionScript.ListElements {
            @Override
            public Iterator<String> iterator() {
                return labels().iterator();
            }

            static Stream<String> labels() {
                return Stream.of(Reason.Kind.values())
                        .filter(Reason.Kind::isAcceptable)
                        .map(Reason.Kind::label);
            }
        }
    }

    /** Converts the text of an argument to a value; picocli puts the option's name before the message of an error. */
    public static class Parsed<T> implements ITypeConverter<T> {
        private final Parsing<T> parsing;

        protected Parsed(Parsing<T> parsing) {
            this.parsing = parsing;
        }

        /** Reads a text. */
        @FunctionalInterface
        public interface Parsing<T> {
            /** Throws an {@link IllegalArgumentException} that says what is allowed. */
            T parse(String text) throws IOException;
        }

        @Override
        public final T convert(String text) throws IOException {
            try {
                return parsing.parse(text);
            } catch (IllegalArgumentException e) {
                TypeConversionException complaint = new TypeConversionException(e.getMessage());
                complaint.initCause(e);
                throw complaint;
            }
        }
    }
}
