package org.ipcbench.cli.options;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.ipcbench.cli.options.TextOptions.ExportOptions;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.AcceptedKinds;
import org.ipcbench.cli.value.Converters.FailOn;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.cli.value.NamedChoices.TransportCandidates;
import org.ipcbench.cli.value.NamedChoices.TransportCandidates.PlacementCandidates;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.results.header.Label;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.Repetition;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.RunSetup.Acceptance;
import org.ipcbench.run.request.RunSetup.RunOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of every command that measures. */
public final class RunOptions {
    public static final String OUTPUT = "--output";
    public static final String TRANSPORTS = "--transports";
    public static final String LABEL = "--label";
    public static final String PLAN = "--plan";

    @Option(
            names = {"-t", TRANSPORTS},
            paramLabel = "LIST",
            completionCandidates = TransportCandidates.class,
            description =
                    "Comma-separated ids or groups: ${COMPLETION-CANDIDATES} (default: standard, or classic without a"
                            + " command).")
    @Nullable
    public String transports;

    @Option(
            names = {"-o", OUTPUT},
            paramLabel = "DIR",
            defaultValue = "output",
            converter = Converters.Directory.class,
            description = "Directory for the files of runs (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("output");

    @Option(
            names = "--placement",
            paramLabel = "PLACEMENTS", // unique, because the completion script names the candidates after it
            converter = DimensionOption.Placements.class,
            completionCandidates = PlacementCandidates.class,
            description =
                    "CPUs or NUMA nodes of the peers, comma-separated: " + Placement.ALLOWED
                            + " (default: latency on one CPU and on two; throughput, load, advise and runs without a command on two; else unpinned: the kernel decides).")
    @Nullable
    Values<Placement> placements;

    @Mixin
    SettingOptions settings = new SettingOptions();

    @Mixin
    public PeerOptions peers = new PeerOptions();

    @Mixin
    VaryOption vary = new VaryOption();

    @Mixin
    PrefixOptions prefixes = new PrefixOptions();

    @Option(
            names = "--no-progress",
            description = "Hide the rankings so far (always hidden when stderr is not a terminal).")
    public boolean noProgress;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Converters.Seed.class,
            description =
                    "Seed of the order of measuring (default: random; printed before the run and kept in environment.json).")
    @Nullable
    Long seed;

    @Option(
            names = "--ignore",
            paramLabel = "KINDS",
            completionCandidates = AcceptedKinds.Kinds.class,
            description = "Comma-separated reasons to ignore: ${COMPLETION-CANDIDATES} (default: none).")
    AcceptedKinds accepted = new AcceptedKinds(Set.of());

    @Mixin
    public TextOptions text = new TextOptions();

    @Mixin
    ExportOptions exports = new ExportOptions();

    @Option(
            names = LABEL,
            paramLabel = "KEY=VALUE",
            description =
                    "Label to store with the run (repeatable); host=NAME names this machine in merged runs (default: none).")
    List<Label> labels = List.of();

    @Option(names = "--dry-run", description = "Show what would be measured, and the time, memory and disk it needs.")
    public boolean dryRun;

    @Option(
            names = PLAN,
            description =
                    "With --vary and --fail-on: run a short pilot; print the detectable loss per number of rounds, and the"
                            + " command.")
    public boolean plan;

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    private CommandSpec spec;

    @Option(
            names = "--verbose",
            description =
                    "Print to stderr when an iteration begins to measure, the time of each of its steps, how its warm-up ended,"
                            + " and the number of its samples.")
    public boolean verbose;

    /** The seed of a generated file. Without the option it is always the same, so that transfers can be compared. */
    public long generationSeed() {
        return seed == null ? 1 : seed;
    }

    /** The seed of the order; empty for a new seed in each run. */
    public Optional<Long> orderSeed() {
        return Optional.ofNullable(seed);
    }

    /** This number of iterations. */
    public Repetition times(int iterations) {
        return new Repetition(new StoppingRule.FixedRounds(iterations), Repetition.Extra.NONE, orderSeed());
    }

    /**
     * A grid with the settings that the user has chosen.
     *
     * @param usual the placements if the user has chosen none
     */
    public CellGrid in(CellGrid grid, Supplier<PlacementChoice> usual) {
        return settings.in(grid.at(placements == null ? usual.get() : PlacementChoice.asked(placements.list())));
    }

    /**
     * The peers, rules and output of a run.
     *
     * @throws IllegalArgumentException if a label's key is given twice
     */
    public RunSetup setup(List<String> arguments) {
        if (plan && FailOn.gates(vary.failOn).isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "option '%s' plans a run with a gate; give %s and %s"
                            .formatted(PLAN, VaryOption.NAME, FailOn.OPTION));
        }
        return new RunSetup(
                peers.request(prefixes.varied(vary.given()), prefixes.prefixes(vary.given())),
                new Acceptance(accepted.kinds(), FailOn.gates(vary.failOn), FailOn.isMissing(vary.failOn)),
                new RunOutput(output, Label.byKey(labels), exports.formats.all(), peers.locale, arguments));
    }

    /** The options of those settings that define one. */
    static final class SettingOptions {
        private final List<Asked<?>> options = Setting.all().stream()
                .<Asked<?>>mapMulti((setting, asked) -> of(setting).ifPresent(asked))
                .toList();

        @Spec(Target.SELF)
        void addTo(CommandSpec mixin) {
            options.forEach(each -> mixin.addOption(each.option()));
        }

        /** A grid with the values that the user has chosen. */
        CellGrid in(CellGrid grid) {
            CellGrid chosen = grid;
            for (Asked<?> each : options) {
                chosen = each.in(chosen);
            }
            return chosen;
        }

        private static <V> Optional<Asked<V>> of(Setting<V> setting) {
            return setting.option().map(asked -> new Asked<>(setting, DimensionOption.of(setting, asked)));
        }

        private record Asked<V>(Setting<V> setting, OptionSpec option) {
            CellGrid in(CellGrid grid) {
                return grid.with(setting, values());
            }

            private List<V> values() {
                return option.<Values<V>>getValue().list();
            }
        }
    }

    /** The option for what a run compares besides transports. */
    public static final class VaryOption {
        public static final String NAME = "--vary";

        @Option(
                names = NAME,
                paramLabel = "KEY=LIST",
                description = "Measure each cell with several JVMs (jvm=HOME,HOME), JVM arguments"
                        + " (jvm-args='-XX:+UseSerialGC,-XX:+UseZGC'),"
                        + " builds of this program (jar=JAR,JAR), prefixes of the server's command"
                        + " (via='none,ip netns exec b'), programs of the peers (peer=java,c,java:c, the client's"
                        + " first) or neighbours (beside='none,stress-ng --cpu 2,heap:500M/s,1G': on their CPUs, or in the"
                        + " server's heap) in every round, and compare them with the first; quote"
                        + " values that hold commas (default: none).")
        @Nullable
        Variation variation;

        @Option(
                names = FailOn.OPTION,
                paramLabel = "LIST",
                split = ",",
                description =
                        "Exit code 1 if, with --vary, a cell is certainly slower than in the first variant by more than"
                                + " this, such as slower:5%%, or its p99 longer (p99-slower:20%%, p99.99-slower:20%%), 125 if one is not certain or could not be compared;"
                                + " with missing, if a cell of a transport named by --transports has no valid figure: failed, unavailable,"
                                + " unsupported, not measured or damaged (members of groups may be unavailable or unsupported)"
                                + " (default: differences do not change the exit code).")
        public List<FailOn> failOn = List.of();

        /** The variation, if one was asked for. */
        public Optional<Variation> given() {
            return Optional.ofNullable(variation);
        }
    }
}
