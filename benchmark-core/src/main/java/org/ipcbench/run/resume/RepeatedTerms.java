package org.ipcbench.run.resume;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.program.VariedValue;
import org.ipcbench.transport.TransportRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What the user has to name again to resume a run. The run's record may come from a stranger, so nothing in it starts a program,
 * loads a jar or names a file. The record only tells whether the user names what the run was measured with.
 *
 * @param file the file to send; empty if none is given
 * @param target file that every iteration writes; empty if none is given
 * @param force whether a file there may be replaced though the run has not made it
 * @param jvm the Java installation of the peers; empty if none is given
 * @param jvmArguments further arguments of their JVMs
 * @param variation what the run compares besides transports; empty if none is given
 * @param plugins jars with further transports
 * @param commands relays and programs of the user's that the run starts, by the setting
 * @param endpoints addresses of the servers of the user's that the run asks
 */
public record RepeatedTerms(
        Optional<Path> file,
        Optional<Path> target,
        boolean force,
        Optional<Jvm> jvm,
        List<String> jvmArguments,
        Optional<Variation> variation,
        List<Path> plugins,
        Map<Setting<String>, List<String>> commands,
        List<String> endpoints) {
    /** Nothing has to be named again. */
    public static final RepeatedTerms NONE = new RepeatedTerms(
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            List.of(),
            Map.of(),
            List.of());

    private static final String FILE = "FILE";
    private static final String TO = "--to";
    private static final String JVM = "--jvm";
    private static final String JVM_ARGUMENTS = "--jvm-args";
    private static final String VARY = "--vary";
    private static final String PLUGIN = "--plugin";
    static final String ENDPOINT = "--endpoint";

    /** After the name of an option that has words of the suite, too. */
    private static final String COMMAND = " COMMAND";

    public RepeatedTerms {
        jvmArguments = List.copyOf(jvmArguments);
        plugins = List.copyOf(plugins);
        commands = Map.copyOf(commands);
        endpoints = List.copyOf(endpoints);
    }

    /** The first term that is missing, or given although the run has no use for it; empty if there is none. */
    Optional<String> omission(RunTerms recorded) {
        return RepeatedTerm.firstContradiction(
                RepeatedTerm.present(FILE, recorded.file() != null, file.isPresent()),
                RepeatedTerm.present(TO, recorded.isWritten(), target.isPresent()),
                RepeatedTerm.present(JVM, recorded.jvm() != null, jvm.isPresent()),
                RepeatedTerm.present(JVM_ARGUMENTS, !recorded.jvmArguments().isEmpty(), !jvmArguments.isEmpty()),
                RepeatedTerm.present(VARY, !recorded.variants().isEmpty(), variation.isPresent()),
                RepeatedTerm.present(PLUGIN, !recorded.plugins().isEmpty(), !plugins.isEmpty()));
    }

    /**
     * The first term that is not what the run was measured with; empty if there is none.
     *
     * @param recorded the terms of the run
     * @param given the terms that the user names
     */
    static Optional<String> contradiction(RunTerms recorded, RunTerms given) {
        return RepeatedTerm.firstContradiction(
                new RepeatedTerm(FILE, listed(recorded.file()), listed(given.file())),
                new RepeatedTerm(JVM, listed(recorded.jvm()), listed(given.jvm())),
                new RepeatedTerm(JVM_ARGUMENTS, recorded.jvmArguments(), given.jvmArguments()),
                new RepeatedTerm(
                        VARY,
                        List.copyOf(recorded.variants().values()),
                        List.copyOf(given.variants().values())),
                new RepeatedTerm(PLUGIN, recorded.plugins(), given.plugins()));
    }

    /**
     * The first option whose commands or servers are not those that the cells were measured with; empty if there is none.
     *
     * @param cells all that is measured
     * @param registry knows servers by their addresses
     * @throws IllegalArgumentException if an address is none
     */
    Optional<String> contradiction(Collection<Cell> cells, TransportRegistry registry) {
        Stream<RepeatedTerm> ofSettings = Setting.all().stream()
                .flatMap(setting -> setting.option().stream()
                        .map(option ->
                                new RepeatedTerm(option.name() + COMMAND, recorded(setting, cells), given(setting))));
        RepeatedTerm servers = new RepeatedTerm(
                ENDPOINT,
                each(cells.stream().map(Cell::transportId).filter(TransportRegistry::isEndpoint)),
                each(endpoints.stream()
                        .map(address -> registry.endpoint(address).id())));
        return RepeatedTerm.firstContradiction(
                Stream.concat(ofSettings, Stream.of(servers)).toArray(RepeatedTerm[]::new));
    }

    private static <V> List<String> recorded(Setting<V> setting, Collection<Cell> cells) {
        return each(cells.stream()
                .map(cell -> cell.settings().get(setting))
                .filter(value -> !setting.isOfTheSuite(value))
                .map(String::valueOf));
    }

    private List<String> given(Setting<?> setting) {
        return each(commands.keySet().stream()
                .filter(setting::equals)
                .flatMap(known -> commands.getOrDefault(known, List.of()).stream()
                        .filter(command -> !known.isOfTheSuite(command))));
    }

    private static List<String> each(Stream<String> texts) {
        return texts.distinct().sorted().toList();
    }

    private static List<?> listed(@Nullable Object mark) {
        return Stream.ofNullable(mark).toList();
    }

    /** The variation with the names that its variants have in the record: a jar may have moved or been renamed. */
    Optional<Variation> variation(RunTerms recorded) {
        List<String> labels = List.copyOf(recorded.variants().keySet());
        return variation.map(given -> given.values().size() == labels.size() ? named(given, labels) : given);
    }

    private static Variation named(Variation given, List<String> labels) {
        Map<Variant, VariedValue> values = new LinkedHashMap<>();
        given.values().values().forEach(value -> values.put(new Variant(labels.get(values.size())), value));
        return new Variation(given.key(), values);
    }

    /**
     * A term that was recorded, or is given, or both.
     *
     * @param name its name for the user
     * @param recorded what identifies it in the record; empty if the run was measured without it
     * @param given what identifies what the user names; empty if the user names nothing
     */
    private record RepeatedTerm(String name, List<?> recorded, List<?> given) {

        /** A term of which only its presence is compared. */
        static RepeatedTerm present(String name, boolean recorded, boolean given) {
            return new RepeatedTerm(name, mark(recorded), mark(given));
        }

        private static List<String> mark(boolean present) {
            return present ? List.of("given") : List.of();
        }

        /** The first contradiction of several terms; empty if there is none. */
        static Optional<String> firstContradiction(RepeatedTerm... terms) {
            return Stream.of(terms)
                    .flatMap(term -> term.contradiction().stream())
                    .findFirst();
        }

        private Optional<String> contradiction() {
            if (recorded.isEmpty() != given.isEmpty()) {
                return Optional.of(
                        given.isEmpty()
                                ? "this run was measured with %s; give it again".formatted(name)
                                : "this run was measured without %s; omit it".formatted(name));
            }
            return recorded.equals(given)
                    ? Optional.empty()
                    : Optional.of("%s is not what this run was measured with: that was %s, and this is %s"
                            .formatted(name, text(recorded), text(given)));
        }

        private static String text(List<?> marks) {
            return String.join(", ", marks.stream().map(String::valueOf).toList());
        }
    }
}
