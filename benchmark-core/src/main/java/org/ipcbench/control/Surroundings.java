package org.ipcbench.control;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a process runs, as far as it decides what can connect it with a process elsewhere. Unknown values are empty.
 *
 * @param protocol the {@link #PROTOCOL} that the process speaks
 * @param program digest of the program's jars; empty if it has none
 * @param javaHome directory of its Java installation; empty if it is no JVM
 * @param javaVersion version of its Java installation
 * @param temporary directory below which it can make its own scratch directory
 * @param facts what else is told of it, by name, for example {@code kernel}
 * @param namespaces identities of its namespaces, by their names in {@code /proc/self/ns}
 * @param boot id of the kernel's boot
 * @param addresses IP addresses of its network interfaces, without loopback
 * @param seen the files of {@link ControlMessage.Describe} that it sees and may change
 * @param speaks what a program that is not this one can measure; null if it is this one
 */
public record Surroundings(
        int protocol,
        String program,
        String javaHome,
        String javaVersion,
        Path temporary,
        Map<String, String> facts,
        Map<String, String> namespaces,
        String boot,
        List<String> addresses,
        List<Path> seen,
        @Nullable Skills speaks) {
    /** Version of the control protocol, see docs/peer-protocol.md. */
    public static final int PROTOCOL = 1;

    /** Name of the fact that lists the CPUs which the process may use, in the kernel's notation. */
    static final String CPUS = "CPUs";

    public Surroundings {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        namespaces = Collections.unmodifiableMap(new TreeMap<>(namespaces));
        addresses = List.copyOf(addresses);
        seen = List.copyOf(seen);
    }

    /**
     * What a peer's program can measure.
     *
     * @param transports ids of transports
     * @param questions names of questions
     * @param lacks why the program cannot measure further transports or codecs here, by their names; null if it does not tell
     * @param codecs names of codecs; null if it has none
     * @param options options whose values the program takes from a session, such as {@code --buffer}; null if it takes none
     */
    public record Skills(
            List<String> transports,
            List<String> questions,
            @Nullable Map<String, String> lacks,
            @Nullable List<String> codecs,
            @Nullable List<String> options) {
        public Skills {
            transports = List.copyOf(transports);
            questions = List.copyOf(questions);
            lacks = lacks == null ? null : Map.copyOf(lacks);
            codecs = codecs == null ? null : List.copyOf(codecs);
            options = options == null ? null : List.copyOf(options);
        }

        /** Skills of a program that gives no reasons, and takes no options. */
        public Skills(List<String> transports, List<String> questions) {
            this(transports, questions, null, null, null);
        }

        /** Whether the program takes the values of an option. */
        public boolean takes(String option) {
            return options != null && options.contains(option);
        }

        private Optional<String> reason(String name) {
            return Optional.ofNullable(lacks).map(reasons -> reasons.get(name));
        }

        /** Why the program does not write and read objects by a codec; empty if it does. */
        public Optional<String> lackOfCodec(String codec) {
            if (codecs != null && codecs.contains(codec)) {
                return Optional.empty();
            }
            return reason(codec)
                    .or(() -> Optional.of(
                            codecs == null || codecs.isEmpty()
                                    ? "knows no codec; omit --codec"
                                    : "has only the codecs " + String.join(", ", codecs)));
        }

        /** Why the program cannot measure a question about a transport; empty if it can. */
        public Optional<String> lack(String transport, String question) {
            Optional<String> reason = reason(transport);
            if (reason.isPresent()) {
                return reason;
            }
            if (!transports.contains(transport)) {
                return Optional.of("has only " + String.join(", ", transports));
            }
            return questions.contains(question)
                    ? Optional.empty()
                    : Optional.of("measures only " + String.join(", ", questions));
        }
    }

    /** What is known of a program that has not been asked. */
    public static Surroundings ofProgram(Skills speaks) {
        return new Surroundings(
                PROTOCOL, "", "", "", Path.of(""), Map.of(), Map.of(), "", List.of(), List.of(), speaks);
    }

    /** Returns a copy of a process that sees these files. */
    public Surroundings seeing(List<Path> files) {
        return new Surroundings(
                protocol, program, javaHome, javaVersion, temporary, facts, namespaces, boot, addresses, files, speaks);
    }

    /** Returns a copy of a program that runs beside this one. */
    public Surroundings running(Surroundings other) {
        return new Surroundings(
                other.protocol,
                other.program,
                other.javaHome,
                other.javaVersion,
                temporary,
                other.facts,
                namespaces,
                boot,
                addresses,
                seen,
                other.speaks);
    }

    /** Whether both processes run on one kernel. */
    public boolean sharesKernel(Surroundings other) {
        return !boot.isEmpty() && boot.equals(other.boot);
    }

    /** Whether both processes are known to have the same namespace of this kind. */
    public boolean shares(String namespace, Surroundings other) {
        String own = namespaces.getOrDefault(namespace, "");
        return sharesKernel(other) && !own.isEmpty() && own.equals(other.namespaces.get(namespace));
    }

    /** Whether both processes read one clock: a kernel without time namespaces has a single one. */
    public boolean sharesClock(Surroundings other) {
        return sharesKernel(other)
                && namespaces.getOrDefault("time", "").equals(other.namespaces.getOrDefault("time", ""));
    }

    /** The CPUs that the process may use, in the kernel's notation; empty if it does not tell. */
    public String cpus() {
        return facts.getOrDefault(CPUS, "");
    }

    /** What is told of it, in one line. */
    public String description() {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
    }

    /** What differs from another process, for people: {@code kernel 6.1 (client: 6.12)}. */
    public List<String> differences(Surroundings other, String nameOfOther) {
        List<String> differences = new ArrayList<>();
        facts.forEach((name, value) -> {
            String others = other.facts.getOrDefault(name, value);
            if (!others.equals(value)) {
                differences.add("%s %s (%s: %s)".formatted(name, value, nameOfOther, others));
            }
        });
        List<String> apart = namespaces.keySet().stream()
                .filter(name -> other.namespaces.containsKey(name) && !shares(name, other))
                .toList();
        if (!apart.isEmpty()) {
            differences.add("namespaces " + String.join(", ", apart));
        }
        return differences;
    }
}
