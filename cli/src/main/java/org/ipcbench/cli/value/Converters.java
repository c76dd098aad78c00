package org.ipcbench.cli.value;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerProgram;
import org.ipcbench.launch.command.Wall;
import org.ipcbench.placement.Pin;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.CommandWords;
import org.ipcbench.run.program.FilePath;
import org.ipcbench.run.program.JavaHome;
import org.ipcbench.run.program.JvmArguments;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.Lists;
import org.ipcbench.text.NearestName;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.Pacing;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
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
                .registerConverter(Sizes.class, new Parsed<>(Sizes::parse))
                .registerConverter(RequestSizes.class, new Parsed<>(RequestSizes::parse))
                .registerConverter(Rates.class, new Parsed<>(Rates::parse))
                .registerConverter(Depths.class, new Parsed<>(Depths::parse))
                .registerConverter(Works.class, new Parsed<>(Works::parse))
                .registerConverter(ClientNumbers.class, new Parsed<>(ClientNumbers::parse))
                .registerConverter(Placements.class, new Parsed<>(Placements::parse))
                .registerConverter(Spins.class, new Parsed<>(Spins::parse))
                .registerConverter(AcceptedKinds.class, new Parsed<>(AcceptedKinds::parse))
                .registerConverter(ExportFormats.class, new Parsed<>(ExportFormats::parse))
                .registerConverter(Variation.class, new Parsed<>(Variation::parse))
                .registerConverter(Jvm.class, new Parsed<>(JavaHome::parse))
                .registerConverter(Label.class, new Parsed<>(Label::parse))
                .registerConverter(ArrivalPattern.class, new Parsed<>(Converters::arrivals))
                .registerConverter(Gate.class, new Parsed<>(Converters::gate));
    }

    /** Message sizes; a separate type, because picocli would convert the elements of a list one by one. */
    public record Sizes(List<Integer> bytes) {
        static Sizes parse(String text) {
            return new Sizes(Quantity.sizes(text));
        }
    }

    /**
     * Sizes of requests: a list of sizes, or a mix of sizes that differ from call to call.
     *
     * @param bytes the sizes, in bytes; empty if there is a mix
     * @param mix the mix; empty if there are sizes
     */
    public record RequestSizes(List<Integer> bytes, Optional<SizeMix> mix) {
        static RequestSizes parse(String text) {
            Optional<SizeMix> mix = Quantity.mix(text);
            return mix.isPresent()
                    ? new RequestSizes(List.of(), mix)
                    : new RequestSizes(Quantity.sizes(text), Optional.empty());
        }

        /** The trace, if the mix is one. */
        public Optional<SizeMix.Trace> trace() {
            return mix.filter(SizeMix.Trace.class::isInstance).map(SizeMix.Trace.class::cast);
        }

        /** Plain calls of these sizes. */
        public List<Shape> calls() {
            return mix.map(sizes -> List.of(Shape.of(sizes)))
                    .orElseGet(() -> bytes.stream().map(Shape::of).toList());
        }
    }

    /**
     * Rates; a separate type, because picocli would convert the elements of a list one by one.
     *
     * @param perSecond messages per second; empty if a search has to find the rates
     */
    public record Rates(List<Long> perSecond) {
        private static final String AUTO = "auto";

        static Rates parse(String text) {
            return new Rates(text.equalsIgnoreCase(AUTO) ? List.of() : Quantity.rates(text));
        }
    }

    private static int depth(String number) {
        return (int) Quantity.count(number, Shape.MAX_IN_FLIGHT);
    }

    /** The server's works of {@code --work}; a separate type, because picocli would convert the elements of a list one by one. */
    public record Works(List<Work> list) {
        static Works parse(String text) {
            List<Work> works = Lists.split(text).stream().map(Quantity::work).toList();
            Lists.requireDistinct(works, text);
            return new Works(works);
        }
    }

    /** The numbers of {@code --in-flight}. */
    public record Depths(List<Integer> requests) {
        static Depths parse(String text) {
            List<Integer> numbers =
                    Lists.split(text).stream().map(Converters::depth).toList();
            Lists.requireDistinct(numbers, text);
            return new Depths(numbers);
        }
    }

    /** The numbers of {@code --clients}. */
    public record ClientNumbers(List<Integer> list) {
        static ClientNumbers parse(String text) {
            List<Integer> numbers =
                    Lists.split(text).stream().map(Converters::clients).toList();
            Lists.requireDistinct(numbers, text);
            return new ClientNumbers(numbers);
        }
    }

    /** The placements of {@code --placement}. */
    public record Placements(List<Placement> list) {
        static Placements parse(String text) throws IOException {
            Placements placements = new Placements(Placement.parseAll(text, Topology.ofThisMachine()));
            List<String> obstacles =
                    placements.list().stream().map(Placement::obstacle).toList();
            if (!obstacles.contains("")) {
                throw new IllegalArgumentException(String.join("; ", obstacles));
            }
            return placements;
        }
    }

    /** The times of {@code --spin}. */
    public record Spins(List<Spin> list) {
        static Spins parse(String text) {
            List<Spin> spins = Lists.split(text).stream()
                    .map(Quantity::spin)
                    .map(Spin::new)
                    .toList();
            Lists.requireDistinct(spins.stream().map(Spin::label).toList(), text);
            return new Spins(spins);
        }
    }

    /**
     * The kinds of {@code --ignore-reasons}; a separate type, because picocli would convert the elements of a set one
     * by one.
     */
    public record AcceptedKinds(Set<Reason.Kind> kinds) {
        static AcceptedKinds parse(String text) {
            return new AcceptedKinds(
                    Lists.split(text).stream().map(AcceptedKinds::kind).collect(Collectors.toSet()));
        }

        private static Reason.Kind kind(String text) {
            List<String> allowed = ReasonCandidates.labels().toList();
            Reason.Kind.formerlyLabelled(text.toLowerCase(Locale.ROOT)).ifPresent(kind -> {
                throw new IllegalArgumentException("'%s' is called '%s' now".formatted(text, kind.label()));
            });
            String question = new NearestName(allowed).question(text);
            return Reason.Kind.labelled(text.toLowerCase(Locale.ROOT))
                    .filter(Reason.Kind::isAcceptable)
                    .orElseThrow(() -> new IllegalArgumentException("'%s'%s Allowed: %s"
                            .formatted(
                                    text,
                                    question.isEmpty() ? " is not a reason." : question,
                                    String.join(", ", allowed))));
        }
    }

    private static ArrivalPattern arrivals(String text) {
        return ArrivalPattern.labelled(text.toLowerCase(Locale.ROOT))
                .orElseThrow(
                        () -> new IllegalArgumentException("'%s' is not %s".formatted(text, ArrivalPattern.ALLOWED)));
    }

    /** A gate of {@code --fail-on}, such as {@code slower:5%}. */
    private static Gate gate(String text) {
        int colon = text.indexOf(':');
        Gate.Figure figure = Gate.Figure.labelled(text.substring(0, Math.max(0, colon)))
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not of the form %s:5%% or %s:20%%"
                        .formatted(text, Gate.Figure.SPEED.label(), Gate.Figure.P99.label())));
        return new Gate(figure, Quantity.share(text.substring(colon + 1)));
    }

    private static int clients(String text) {
        return (int) Quantity.count(text, Clients.MAX_CLIENTS);
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'%s' is not a whole number from %d to %d".formatted(text, Long.MIN_VALUE, Long.MAX_VALUE), e);
        }
    }

    /** A directory that exists or can be made. */
    private static Path directory(String text) {
        Path directory = FilePath.parse(text);
        if (text.isBlank() || (Files.exists(directory) && !Files.isDirectory(directory))) {
            throw new IllegalArgumentException(
                    "'%s' is not a directory; give a writable directory, or the name of a new one".formatted(text));
        }
        return directory;
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

    public static final class Size extends Parsed<Integer> {
        Size() {
            super(Quantity::size);
        }
    }

    /** The one work of {@code --work}. */
    public static final class WorkTime extends Parsed<Work> {
        WorkTime() {
            super(Quantity::work);
        }
    }

    /** The one number of {@code --in-flight}. */
    public static final class Depth extends Parsed<Integer> {
        Depth() {
            super(Converters::depth);
        }
    }

    /** A rate in messages per second. */
    public static final class Rate extends Parsed<Long> {
        Rate() {
            super(Quantity::rate);
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

    /** A time, or none. */
    public static final class TimeLimit extends Parsed<Duration> {
        TimeLimit() {
            super(time -> Quantity.duration(time, Duration.ZERO, Duration.ofDays(30), "0s and 720h"));
        }
    }

    /** The one number of {@code --clients}. */
    public static final class ClientNumber extends Parsed<Integer> {
        ClientNumber() {
            super(Converters::clients);
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

    /** A command before another one. */
    public static final class Prefix extends Parsed<Wall> {
        Prefix() {
            super(text -> Wall.of(CommandWords.parse(text)));
        }
    }

    public static final class Program extends Parsed<PeerProgram> {
        Program() {
            super(PeerPrograms::parse);
        }
    }

    /** The addresses of {@code --server-address}; a separate type, because picocli would convert the elements one by one. */
    public record AddressList(List<String> list) {}

    /** IP addresses, without names that would have to be looked up. */
    public static final class Addresses extends Parsed<AddressList> {
        private static final Pattern IP = Pattern.compile(
                "(25[0-5]|(2[0-4]|1?\\d)?\\d)(\\.(25[0-5]|(2[0-4]|1?\\d)?\\d)){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]+");

        Addresses() {
            super(text -> new AddressList(
                    Lists.split(text).stream().map(Addresses::address).toList()));
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

    public static final class Words extends Parsed<List<String>> {
        Words() {
            super(JvmArguments::parse);
        }
    }

    public static final class Directory extends Parsed<Path> {
        Directory() {
            super(Converters::directory);
        }
    }

    public static final class Language extends NamedChoice<Locale> {
        Language() {
            super(List.of(Locale.GERMANY, Locale.ENGLISH), Locale::getLanguage);
        }
    }

    /** How much of a payload is written and read. */
    public static final class PayloadName extends NamedChoice<Payload> {
        PayloadName() {
            super(List.of(Payload.values()), Payload::label);
        }
    }

    /** How a server serves its clients. */
    public static final class ServingName extends NamedChoice<Serving> {
        ServingName() {
            super(List.of(Serving.values()), Serving::label);
        }
    }

    /** What a placement binds to a CPU. */
    public static final class PinName extends NamedChoice<Pin> {
        PinName() {
            super(List.of(Pin.values()), Pin::label);
        }
    }

    /** How a sender waits. */
    public static final class PacingName extends NamedChoice<Pacing> {
        PacingName() {
            super(List.of(Pacing.values()), Pacing::label);
        }
    }
}
