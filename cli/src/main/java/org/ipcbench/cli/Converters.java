package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Reason;
import org.ipcbench.compare.Gate;
import org.ipcbench.launch.Jvm;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Plan;
import org.ipcbench.results.Label;
import org.ipcbench.results.RunTerms;
import org.ipcbench.text.NearestName;
import org.ipcbench.workload.ArrivalPattern;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Pacing;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Serving;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From the texts of the command line to values; picocli adds the option's name to their complaints. */
final class Converters {
    private static final long MAX_MESSAGES = 1_000_000_000_000L;

    private Converters() {}

    static final class Gibibytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return converted(text, Quantity::gibibytes);
        }
    }

    static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return converted(text, Quantity::bytes);
        }
    }

    static final class Size implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return converted(text, Quantity::size);
        }
    }

    /** Messages a second. */
    static final class Rate implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return converted(text, Quantity::rate);
        }
    }

    static final class Iterations implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return converted(text, number -> (int) Quantity.count(number, Plan.MAX_ROUNDS));
        }
    }

    static final class Messages implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return converted(text, number -> Quantity.count(number, MAX_MESSAGES));
        }
    }

    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return converted(text, Quantity::duration);
        }
    }

    static final class Timeout implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return converted(
                    text, time -> Quantity.duration(time, RunTerms.MIN_TIMEOUT, RunTerms.MAX_TIMEOUT, "2s and 24h"));
        }
    }

    /** The placements of {@code --placement}. */
    record Placements(List<Placement> list) {
        static final class Converter implements ITypeConverter<Placements> {
            @Override
            public Placements convert(String text) throws IOException {
                Topology topology = Topology.ofThisMachine();
                Placements placements = new Placements(converted(text, labels -> Placement.parseAll(labels, topology)));
                List<String> obstacles =
                        placements.list().stream().map(Placement::obstacle).toList();
                if (!obstacles.contains("")) {
                    throw new TypeConversionException(String.join("; ", obstacles));
                }
                return placements;
            }
        }
    }

    static final class JavaHome implements ITypeConverter<Jvm> {
        private static final Path COMMAND = Path.of("bin", "java");

        @Override
        public Jvm convert(String text) throws IOException {
            Path home = home(converted(text, FilePath::of));
            return converted(text, unused -> Jvm.at(home));
        }

        /** The installation of a {@code bin/java}, which may be a link such as {@code /usr/bin/java}; else the path itself. */
        private static Path home(Path given) throws IOException {
            if (!given.endsWith(COMMAND) || !Files.isRegularFile(given)) {
                return given;
            }
            Path command = given.toRealPath();
            return command.endsWith(COMMAND) ? command.resolve("../..").normalize() : given;
        }
    }

    static final class Language extends NamedChoice<Locale> {
        Language() {
            super(List.of(Locale.GERMANY, Locale.ENGLISH), Locale::getLanguage);
        }
    }

    /** How much of a payload is written and read. */
    static final class PayloadName extends NamedChoice<Payload> {
        PayloadName() {
            super(List.of(Payload.values()), Payload::label);
        }
    }

    /** The one number of {@code --clients}. */
    static final class ClientNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return converted(text, number -> (int) Quantity.count(number, Clients.MAX_CLIENTS));
        }
    }

    /** The numbers of {@code --clients}. */
    record ClientNumbers(List<Integer> list) {
        static final class Converter implements ITypeConverter<ClientNumbers> {
            @Override
            public ClientNumbers convert(String text) {
                return converted(text, ClientNumbers::parse);
            }
        }

        private static ClientNumbers parse(String text) {
            List<Integer> numbers = Lists.split(text).stream()
                    .map(number -> (int) Quantity.count(number, Clients.MAX_CLIENTS))
                    .toList();
            Lists.requireDistinct(numbers, text);
            return new ClientNumbers(numbers);
        }
    }

    /** How a server serves its clients. */
    static final class ServingName extends NamedChoice<Serving> {
        ServingName() {
            super(List.of(Serving.values()), Serving::label);
        }
    }

    static final class Words implements ITypeConverter<List<String>> {
        @Override
        public List<String> convert(String text) {
            return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
        }
    }

    static final class Seed implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "'%s' is not a whole number from %d to %d".formatted(text, Long.MIN_VALUE, Long.MAX_VALUE));
            }
        }
    }

    /** A path; where the locale is not one of UTF-8, not every text is one. */
    static final class FilePath implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            return converted(text, FilePath::of);
        }

        static Path of(String text) {
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(
                        "'%s' cannot be a file name in this locale (%s); LC_ALL=C.UTF-8 allows every character"
                                .formatted(text, e.getReason()),
                        e);
            }
        }
    }

    /** A directory that exists or can be made. */
    static final class Directory implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path directory = converted(text, FilePath::of);
            if (text.isBlank() || (Files.exists(directory) && !Files.isDirectory(directory))) {
                throw new TypeConversionException(
                        "'%s' is not a directory; give a writable directory, or the name of a new one".formatted(text));
            }
            return directory;
        }
    }

    /** Message sizes; a type of its own because picocli would convert the elements of a list one by one. */
    record Sizes(List<Integer> bytes) {
        static final class Converter implements ITypeConverter<Sizes> {
            @Override
            public Sizes convert(String text) {
                return converted(text, list -> new Sizes(Quantity.sizes(list)));
            }
        }
    }

    /** The kinds of {@code --ignore-reasons}; a type of its own because picocli would convert the elements of a set one by one. */
    record AcceptedKinds(Set<Reason.Kind> kinds) {
        static final class Converter implements ITypeConverter<AcceptedKinds> {
            @Override
            public AcceptedKinds convert(String text) {
                return converted(text, list -> {
                    return new AcceptedKinds(
                            Lists.split(list).stream().map(Converter::kind).collect(Collectors.toSet()));
                });
            }

            private static Reason.Kind kind(String text) {
                List<String> allowed = ReasonCandidates.labels().toList();
                String question = new NearestName(allowed).question(text);
                return Reason.Kind.labelled(text.toLowerCase(Locale.ROOT))
                        .filter(Reason.Kind::isAcceptable)
                        .orElseThrow(() -> new IllegalArgumentException("'%s'%s Allowed: %s"
                                .formatted(
                                        text,
                                        question.isEmpty() ? " is no kind of doubt." : question,
                                        String.join(", ", allowed))));
            }
        }
    }

    static final class LabelText implements ITypeConverter<Label> {
        @Override
        public Label convert(String text) {
            return converted(text, Label::parse);
        }
    }

    /**
     * Rates in messages a second; a type of its own because picocli would convert the elements of a list one by one.
     *
     * @param perSecond empty where a search has to find them
     */
    record Rates(List<Long> perSecond) {
        private static final String AUTO = "auto";

        static final class Converter implements ITypeConverter<Rates> {
            @Override
            public Rates convert(String text) {
                return converted(
                        text, list -> new Rates(list.equalsIgnoreCase(AUTO) ? List.of() : Quantity.rates(list)));
            }
        }
    }

    static final class ArrivalText implements ITypeConverter<ArrivalPattern> {
        @Override
        public ArrivalPattern convert(String text) {
            return ArrivalPattern.labelled(text.toLowerCase(Locale.ROOT))
                    .orElseThrow(() ->
                            new TypeConversionException("'%s' is not %s".formatted(text, ArrivalPattern.ALLOWED)));
        }
    }

    /** How a sender waits. */
    static final class PacingName extends NamedChoice<Pacing> {
        PacingName() {
            super(List.of(Pacing.values()), Pacing::label);
        }
    }

    /** A share such as {@code 5%}. */
    static final class Share implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return converted(text, Quantity::share);
        }
    }

    /** What {@code --fail-on} allows, such as {@code slower:5%}. */
    static final class GateText implements ITypeConverter<Gate> {
        private static final String SLOWER = "slower:";

        @Override
        public Gate convert(String text) {
            if (!text.startsWith(SLOWER)) {
                throw new TypeConversionException("'%s' is not of the form %s5%%".formatted(text, SLOWER));
            }
            return converted(text.substring(SLOWER.length()), share -> new Gate(Quantity.share(share)));
        }
    }

    static <T> T converted(String text, Function<String, T> conversion) {
        try {
            return conversion.apply(text);
        } catch (IllegalArgumentException e) {
            TypeConversionException problem = new TypeConversionException(e.getMessage());
            problem.initCause(e);
            throw problem;
        }
    }
}
