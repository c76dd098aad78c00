package org.ipcbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Argument lists as people, scripts and adversaries type them: commands and options of the real program with values that are
 * allowed, nearly allowed, or of no sense at all. The same seed makes the same list.
 */
final class RandomArguments {
    static final String DRY_RUN = "--dry-run";

    private static final int MAX_OPTIONS = 6;
    private static final int HUGE = 100_000;

    /** Values that an option of this name takes, or nearly takes, with bars between them. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("--transports", "tcp|TCP|tcp,uds|classic|all|standard|tcp,all|null|tcpp|tcp,tcp|udp,zmq"),
            Map.entry("--sizes", "64|4K|64,4K|64..64K|1..1G|1G|1073741825|15|16|0|64..|2..1"),
            Map.entry("--answer", "64|64,64K|1..1G|0|64,64|64.."),
            Map.entry("--work", "0|50us|0,50us,sleep:1ms|SLEEP:2us|sleep:0|50|1ns|100ms|101ms|sleep"),
            Map.entry("--in-flight", "1|1,8,64|0|100000|100001|1,1|2k"),
            Map.entry("--codec", "raw|raw,json,protobuf,sbe|JSON|xml|json,json"),
            Map.entry("--socket", "nagle|nodelay,nagle+quickack|cork"),
            Map.entry("--writes", "2|1,2|3"),
            Map.entry("--parts", "1|1,16,128|129|0|x"),
            Map.entry("--sides", "threads|processes,threads|coroutines|threads,threads"),
            Map.entry("--listener", "own|own,one|one:4|one:0|two|one,one"),
            Map.entry("--program", "c|c,sh|python,cat|'unclosed|c,c|head -c {answer}"),
            Map.entry("--relay", "none|none,c|c,c|cat|cat {in} {out}"),
            Map.entry("--relay-hops", "1|1,2|0|9|2,2"),
            Map.entry("--parent-heap", "0|0,64M|4T|-1|0,0"),
            Map.entry("--idle", "0|0,10|1M|1000001|-1|0,0"),
            Map.entry("--scheduler", "batch|other,batch|deadline|fifo:0"),
            Map.entry("--lock-memory", "no|no,yes|locked|yes,yes"),
            Map.entry("--spin", "0|0,10us|1ms|50|-1us|2s"),
            Map.entry("--buffer", "4K|64K,1M|1..1G|1|0|1G|2G"),
            Map.entry(
                    "--placement",
                    "unpinned|same-cpu|split-cpu|same-node|cross-node|cpu:0,0|cpu:0,1|cpu:0,99999|node:0,0|node:9,9"
                            + "|unpinned,same-cpu|samecpu|cpu:0|cpu:0,1,cpu:1,0|CPU:0,0"),
            Map.entry("--timeout", "2s|24h|1.999s|24.001h|60|60s|1m"),
            Map.entry("--warmup", "0s|1ns|500ms|720h|721h|0.5ns"),
            Map.entry("--duration", "1ns|1s|720h|30d|0s"),
            Map.entry("--max-time", "1ns|10m|720h|99999h"),
            Map.entry("--count", "1|1000000000000|1000000000001|50k|1M|0.5k|0.0005k|0"),
            Map.entry("--iterations", "1|5|10000|10001|10k|0|1.5"),
            Map.entry("--precision", "5%|0.1%|50%|0.0999%|50.01|2.5 %|100%"),
            Map.entry("--total", "1|2G|1024T|1025T|1024.5T|4096|4095"),
            Map.entry("--generate", "1|1M|1024T|1025T|0"),
            Map.entry("--seed", "0|-1|9223372036854775807|9223372036854775808|-9223372036854775808"),
            Map.entry("--payload", "touched|full|header|FULL|none"),
            Map.entry("--rate", "10K|1|1000000000|1000000001|10K,1M|auto|auto,1K|0|1K,1000|0.5K"),
            Map.entry("--arrivals", "constant|poisson|POISSON|burst:2|burst:1|burst:100001|burst:|even"),
            Map.entry("--pacing", "spin|sleep|SLEEP|park"),
            Map.entry("--locale", "de|en|DE|tlh"),
            Map.entry("--ignore", "wide|short|wide,short|wide,wide|spread|noise"),
            Map.entry("--label", "host=a|HOST=b|job=7|a=b=c|a=b c|host|=|=a|a=|host=-a|1=a"),
            Map.entry("--jvm", System.getProperty("java.home") + "|/nowhere|/proc|java"),
            Map.entry("--jvm-args", "-Xint|-Xmx64m -Xint|nonsense"),
            Map.entry(
                    "--vary",
                    "jvm-args=-Xint,-Xcomp|jvm-args=,-Xint|jvm-args='-Xlog:gc,safepoint',-Xint|jvm-args='|jvm=/proc,/nowhere"
                            + "|jvm|=|jar=a,b|gc=1,2|jvm-args=-Xint|beside=none,sleep 9|beside=heap:1M/s,1M,none|beside=heap:1,2"));

    /** Values that make no sense for any option, or hardly any, with bars between them. */
    private static final List<String> ALIEN =
            words("| |\t|\n|a\nb|a\r\nb|0|-0|1|-1|-5|2147483647|2147483648|-2147483649"
                    + "|9223372036854775808|1e9|1e-9|1E999999999|NaN|Infinity|0x10|+5|1_000|1,5|1.5|.5|5.|.|..|...|1..2..3|,|,,"
                    + "|-|--|---|=|a=b|--=|-=x|?|*|%s%n%x%1$s|{0}|${sys:user.home}|$HOME|~|'|\"|\"quoted\"|\\|\\n|`id`|;|#"
                    + "|größe|日本語|😀|\ud800|\u202e|\u0085|\u2028|\ufeff|\u0007|\u001b[2J|١٢٣|９|ß|İ|true|false|null|default|all"
                    + "|@|@file|@@|@/dev/null|/|/dev/null|/dev/zero|/proc/self/mem|/proc/self/fd/0|../..|5s|5 s|5weeks|4K|1G|1K.."
                    + "|..1K|--help=no|--version=|-h|-V|/h");

    private final SplittableRandom random;
    private final Path place;
    private final CommandLine program;

    /**
     * Arguments of one seed.
     *
     * @param place a directory with a few files, whose names are among the values
     */
    RandomArguments(long seed, Path place, CommandLine program) {
        random = new SplittableRandom(seed);
        this.place = place;
        this.program = program;
    }

    /** A list that is refused, or that only shows what would be measured, or something else that is soon done. */
    List<String> list() {
        List<String> arguments = new ArrayList<>();
        CommandSpec command = program.getCommandSpec();
        if (chance(70)) {
            String name = pick(List.copyOf(program.getSubcommands().keySet()));
            command = Objects.requireNonNull(program.getSubcommands().get(name)).getCommandSpec();
            arguments.add(chance(10) ? mistyped(name) : name);
        }
        for (int positional = command.positionalParameters().size(); positional > 0 && chance(60); positional--) {
            arguments.add(chance(50) ? pick(List.of("1", "0.25", "4096", "64..1K", "3", place("data"))) : value());
        }
        for (int option = random.nextInt(MAX_OPTIONS); option > 0; option--) {
            addOption(chance(90) ? command : anyCommand(), arguments);
        }
        if (chance(15)) {
            insert(arguments, pick(List.copyOf(program.getSubcommands().keySet())));
        }
        if (chance(15)) {
            insert(arguments, value());
        }
        if (chance(5)) {
            arguments.addAll(List.copyOf(arguments)); // all of it twice
        }
        if (chance(6)) {
            insert(arguments, pick(List.of("--help", "--version", "-h", "-V")));
        }
        insertDryRun(arguments);
        return arguments;
    }

    /** Behind everything in most lists, so that not all are refused for its place. */
    private void insertDryRun(List<String> arguments) {
        if (chance(85)) {
            arguments.add(DRY_RUN);
        } else {
            insert(arguments, DRY_RUN);
        }
    }

    private CommandSpec anyCommand() {
        return pick(List.copyOf(program.getSubcommands().values())).getCommandSpec();
    }

    private void addOption(CommandSpec command, List<String> arguments) {
        List<OptionSpec> options = command.options().stream()
                .filter(option -> !List.of(option.names()).contains(DRY_RUN))
                .toList();
        OptionSpec option = pick(options);
        if (option.usageHelp() || option.versionHelp()) {
            return; // rare enough elsewhere
        }
        String name = pick(List.of(option.names()));
        String typed = chance(4) ? mistyped(name) : name;
        if (option.arity().max() == 0) {
            arguments.add(chance(95) ? typed : typed + "=" + value());
            return;
        }
        String value = valueOf(option.longestName());
        switch (random.nextInt(10)) {
            case 0 -> arguments.add(typed);
            case 1 -> arguments.add(typed + value);
            case 2, 3, 4 -> arguments.add(typed + "=" + value);
            default -> arguments.addAll(List.of(typed, value));
        }
    }

    private String valueOf(String option) {
        if (chance(15)) {
            return value();
        }
        return switch (option) {
            case "--output", "--to" ->
                pick(List.of(
                        place("new"),
                        place("directory"),
                        place("data"),
                        place("link"),
                        place("data/below"),
                        place("no/such/one")));
            case PluginOption.NAME ->
                pick(List.of(place("data"), place("directory"), place("absent.jar"), place("empty.jar")));
            default -> VALUES.containsKey(option) ? allowed(option) : pick(ALIEN);
        };
    }

    private String value() {
        return switch (random.nextInt(40)) {
            case 0 -> "9".repeat(1 + random.nextInt(HUGE));
            case 1 -> "1." + "0".repeat(random.nextInt(HUGE)) + pick(List.of("", "x", "G"));
            case 2 -> pick(ALIEN).repeat(1 + random.nextInt(HUGE / 100));
            case 3 -> numbers();
            case 4 -> "../".repeat(random.nextInt(HUGE / 100)) + "x".repeat(random.nextInt(HUGE));
            case 5 -> pick(List.copyOf(VALUES.keySet()));
            case 6 -> allowed(pick(List.copyOf(VALUES.keySet())));
            case 7 -> place("data");
            default -> pick(ALIEN);
        };
    }

    /** A value of {@link #VALUES}. */
    private String allowed(String option) {
        return pick(words(Objects.requireNonNull(VALUES.get(option))));
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\|", -1));
    }

    private String numbers() {
        StringBuilder list = new StringBuilder("1");
        for (int number = random.nextInt(2_000); number > 0; number--) {
            list.append(',').append(number + 1);
        }
        return list.toString();
    }

    private String mistyped(String name) {
        int at = random.nextInt(name.length());
        return switch (random.nextInt(5)) {
            case 0 -> name.substring(0, at) + name.substring(at + 1);
            case 1 -> name.substring(0, at) + name.charAt(at) + name.substring(at);
            case 2 -> name.toUpperCase(Locale.ROOT);
            case 3 -> name.replaceFirst("^--", "-");
            default -> name + pick(ALIEN);
        };
    }

    private String place(String name) {
        return place.resolve(name).toString();
    }

    private void insert(List<String> arguments, String argument) {
        arguments.add(random.nextInt(arguments.size() + 1), argument);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
