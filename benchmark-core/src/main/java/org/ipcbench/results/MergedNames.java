package org.ipcbench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.environment.Environment;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;

/**
 * Names that tell the cells of several runs apart: by the machine, and by other differences between runs that have the same
 * cells.
 *
 * @param hosts the name of each run's machine
 * @param setups what each run was measured with, as far as the runs differ in it; empty if they do not
 */
record MergedNames(List<String> hosts, List<String> setups) {
    /** Flags that the suite sets by itself, depending on the message size and on the machine. */
    private static final String SET_BY_SIZE =
            "-Xm[sx]\\d+|-XX:MaxDirectMemorySize=\\d+|-Xshare:auto|-XX:SharedArchiveFile=.*";

    private static final int SHORT_COMMIT = 8;
    private static final double MILLISECOND_NANOS = 1e6;

    /** One of the runs. */
    private record Source(RunHeader header, Environment environment) {
        String name() {
            RunIdentity run = header.run();
            return run.labels().getOrDefault(Label.HOST, run.host());
        }

        String id() {
            return header.run().host();
        }

        String kernel() {
            return environment.kernel().name() + " " + environment.kernel().release();
        }

        String jvm() {
            return "JDK " + environment.peers().version();
        }

        List<String> flags() {
            return environment.peers().flags().stream()
                    .filter(flag -> !flag.matches(SET_BY_SIZE))
                    .toList();
        }

        String suite() {
            RunIdentity run = header.run();
            String commit = run.commit()
                    .substring(0, Math.min(SHORT_COMMIT, run.commit().length()));
            return ("suite " + run.suite() + " " + commit).strip();
        }

        String warmUp() {
            return String.format(Locale.ROOT, "warm-up %.0f ms", header.warmUpNanos() / MILLISECOND_NANOS);
        }
    }

    /** The names of runs with these headers, measured in these environments. */
    static MergedNames of(List<RunHeader> headers, List<Environment> environments) {
        List<Source> sources = IntStream.range(0, headers.size())
                .mapToObj(run -> new Source(headers.get(run), environments.get(run)))
                .toList();
        return new MergedNames(
                sources.stream().map(source -> host(source, sources)).toList(), setups(sources));
    }

    /** Appends the machine's id if several machines have the name, and the kernel if the machine had several. */
    private static String host(Source source, List<Source> all) {
        List<Source> namesakes =
                all.stream().filter(other -> other.name().equals(source.name())).toList();
        List<Source> same = namesakes.stream()
                .filter(other -> other.id().equals(source.id()))
                .toList();
        String id = same.size() == namesakes.size() ? "" : " (" + source.id() + ")";
        return source.name() + id + (agree(same, Source::kernel) ? "" : ", " + source.kernel());
    }

    private static List<String> setups(List<Source> sources) {
        List<Function<Source, String>> parts = new ArrayList<>();
        Stream.<Function<Source, String>>of(
                        Source::jvm, source -> flags(source, sources), Source::suite, Source::warmUp)
                .filter(part -> !agree(sources, part))
                .forEach(parts::add);
        return sources.stream()
                .map(source -> parts.stream().map(part -> part.apply(source)).collect(Collectors.joining(", ")))
                .toList();
    }

    /** The flags that not all of the runs have. */
    private static String flags(Source source, List<Source> all) {
        String flags = source.flags().stream()
                .filter(flag -> !all.stream().allMatch(other -> other.flags().contains(flag)))
                .collect(Collectors.joining(" "));
        return flags.isEmpty() ? "no further flags" : flags;
    }

    private static boolean agree(List<Source> sources, Function<Source, ?> property) {
        return sources.stream().map(property).distinct().count() == 1;
    }
}
