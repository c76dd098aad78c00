package org.ipcbench.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.text.NearestName;
import org.ipcbench.workload.Role;

/**
 * The CPUs and NUMA nodes that each peer runs on.
 *
 * @param label the placement as the user wrote it, in lower case
 * @param client the client's place; empty for the kernel's choice
 * @param server the server's place; empty for the kernel's choice
 * @param obstacle what this machine lacks for the placement, and the remedy; empty if it lacks nothing
 */
public record Placement(String label, Optional<Place> client, Optional<Place> server, String obstacle) {
    public static final Placement UNPINNED = new Placement("unpinned", Optional.empty(), Optional.empty(), "");

    /** The values that {@link #parse} accepts, for messages and help. */
    public static final String ALLOWED = "unpinned, same-cpu, split-cpu, same-node, cross-node, cpu:C,S, node:C,S";

    /** The placements without numbers. */
    public static final List<String> WORDS = Stream.of(ALLOWED.split(", ", -1))
            .filter(label -> !label.contains(":"))
            .toList();

    /** A number has a single spelling, so that no list contains the same placement twice. */
    private static final String NUMBER = "(0|[1-9]\\d{0,4})";

    private static final Pattern CPUS = Pattern.compile("cpu:" + NUMBER + "," + NUMBER);

    /** Of a client whose server somebody else places. */
    private static final Pattern CLIENT_CPU = Pattern.compile("cpu:" + NUMBER + ",-");

    private static final Pattern NODES = Pattern.compile("node:" + NUMBER + "," + NUMBER);
    private static final Pattern WORD = Pattern.compile("(?i:cpu|node):[^,]*,[^,]*|[^,]+");
    /** The label of {@link #UNPINNED} in the records of earlier versions. */
    private static final String FORMERLY_UNPINNED = "default";

    /** What no placement on nodes has where /sys is hidden, or the kernel is built without nodes. */
    private static final String NO_NODES = "needs a kernel that shows NUMA nodes; use split-cpu";

    private static final Path POLICIES = Path.of("/proc/self/numa_maps");

    /**
     * Reads a comma-separated list, in which {@code cpu:C,S} and {@code node:C,S} themselves contain a comma.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public static List<Placement> parseAll(String labels, Topology topology) {
        List<Placement> placements = new ArrayList<>();
        Matcher words = WORD.matcher(labels);
        int end = 0;
        while (words.find()) {
            placements.add(parse(words.group().strip(), topology));
            end = words.end();
        }
        if (end < labels.length() || placements.isEmpty() || labels.startsWith(",") || labels.contains(",,")) {
            throw new IllegalArgumentException(
                    "'%s' is not a list; separate placements by single commas: %s".formatted(labels, ALLOWED));
        }
        if (placements.stream().map(Placement::label).distinct().count() < placements.size()) {
            throw new IllegalArgumentException("'%s' names a placement twice; give each once".formatted(labels));
        }
        return placements;
    }

    /**
     * Finds the CPUs or nodes for a placement; what this machine lacks becomes its obstacle.
     *
     * @throws IllegalArgumentException if there is no such placement or CPU; the message names the allowed values
     */
    public static Placement parse(String text, Topology topology) {
        String label = text.toLowerCase(Locale.ROOT);
        Matcher cpus = CPUS.matcher(label);
        if (cpus.matches()) {
            return pinned(label, Integer.parseInt(cpus.group(1)), Integer.parseInt(cpus.group(2)), topology);
        }
        Matcher ofClient = CLIENT_CPU.matcher(label);
        if (ofClient.matches()) {
            int cpu = Integer.parseInt(ofClient.group(1));
            Placement both = pinned(label, cpu, cpu, topology);
            return new Placement(label, both.client, Optional.empty(), both.obstacle);
        }
        Matcher nodes = NODES.matcher(label);
        if (nodes.matches()) {
            return bound(label, Integer.parseInt(nodes.group(1)), Integer.parseInt(nodes.group(2)), topology);
        }
        int firstCpu = topology.allowed().list().get(0);
        List<Integer> allNodes = List.copyOf(new TreeSet<>(topology.nodes().keySet()));
        return switch (label) {
            case "unpinned" -> UNPINNED;
            case "same-cpu" -> pinned(label, firstCpu, firstCpu, topology);
            case "split-cpu" ->
                topology.allowed().list().size() < 2
                        ? lacking(
                                label,
                                "split-cpu needs two CPUs, but this process may use only CPU %s; use same-cpu"
                                        .formatted(topology.allowed()))
                        : pinned(label, firstCpu, topology.onAnotherCore(firstCpu), topology);
            case "same-node" ->
                allNodes.isEmpty()
                        ? lacking(label, "same-node " + NO_NODES)
                        : bound(label, allNodes.get(0), allNodes.get(0), topology);
            case "cross-node" ->
                allNodes.size() < 2
                        ? lacking(
                                label,
                                allNodes.isEmpty()
                                        ? "cross-node " + NO_NODES
                                        : "cross-node needs two NUMA nodes, but this machine has 1; use split-cpu")
                        : bound(label, allNodes.get(0), allNodes.get(1), topology);
            default -> throw new IllegalArgumentException(unknown(text));
        };
    }

    /** Today's label of a placement that a record names. */
    public static String ofRecord(String label) {
        return label.equals(FORMERLY_UNPINNED) ? UNPINNED.label() : label;
    }

    private static String unknown(String text) {
        if (text.equals(FORMERLY_UNPINNED)) {
            return "'%s' is now called '%s'".formatted(text, UNPINNED.label());
        }
        String question = new NearestName(WORDS).question(text);
        return question.isEmpty()
                ? "'%s' is not one of %s".formatted(text, ALLOWED)
                : "unknown placement '%s'%s Allowed: %s".formatted(text, question, ALLOWED);
    }

    /**
     * The command that puts a peer in its place, used as a prefix of the JVM's command; empty for the kernel's choice.
     */
    public List<String> prefix(Role role) {
        return place(role).map(Place::prefix).orElse(List.of());
    }

    /** The requested place of a peer; empty for the kernel's choice. */
    public Optional<Place> place(Role role) {
        return switch (role) {
            case CLIENT -> client;
            case SERVER -> server;
            case AUXILIARY -> Optional.empty(); // serves both peers, so not pinned to either's CPU
        };
    }

    /** Whether somebody else places the server. */
    public boolean isOfClient() {
        return client.isPresent() && server.isEmpty();
    }

    /** Whether what one peer starts is where the other one has to be. */
    public boolean isOnePlace() {
        return client.equals(server);
    }

    /** The CPUs of both peers; empty for the kernel's choice. */
    public Optional<CpuSet> cpus() {
        List<Integer> cpus = Stream.concat(client.stream(), server.stream())
                .flatMap(place -> place.cpus().list().stream())
                .distinct()
                .sorted()
                .toList();
        return cpus.isEmpty() ? Optional.empty() : Optional.of(new CpuSet(cpus));
    }

    /** A CPU of the client and another one of the server; empty if they have no two, or if the kernel chooses. */
    public Optional<List<Integer>> twoCpus() {
        if (client.isEmpty() || server.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> ofServer = server.get().cpus().list();
        List<Integer> cpus = List.of(client.get().cpus().list().get(0), ofServer.get(ofServer.size() - 1));
        return cpus.get(0).equals(cpus.get(1)) ? Optional.empty() : Optional.of(cpus);
    }

    /**
     * Whether both peers share a single CPU.
     *
     * @param cpus number of CPUs that this process may use, and its peers too if no placement is requested
     */
    public boolean leavesOneCpu(int cpus) {
        return isOfClient()
                ? cpus == 1
                : cpus().map(places -> places.list().size()).orElse(cpus) == 1;
    }

    /**
     * The memory policy of this process as the kernel shows it, for example {@code bind:0}; empty if the kernel does
     * not show it.
     */
    public static String memoryPolicy() throws IOException {
        return new KernelFile(POLICIES)
                .wholeText()
                .flatMap(policies -> policies.lines().findFirst())
                .map(line -> line.split(" ", -1)[1])
                .orElse("");
    }

    /**
     * How a peer's place differs from the requested one; empty if it does not, as far as the kernel tells.
     *
     * @param actualCpus the CPUs that the peer may run on, in the kernel's notation; empty if it does not tell
     * @param actualPolicy the peer's memory policy, as the kernel shows it; empty if it does not
     */
    public Optional<String> mismatch(Role role, String actualCpus, String actualPolicy) {
        return place(role)
                .filter(wanted ->
                        (!actualCpus.isEmpty() && !wanted.cpus().toString().equals(actualCpus))
                                || (!actualPolicy.isEmpty()
                                        && !wanted.memoryPolicy()
                                                .map(actualPolicy::equals)
                                                .orElse(true)))
                .map(wanted -> "%s was meant to run on %s but may run%s%s"
                        .formatted(
                                role.label(),
                                wanted,
                                known(" on CPU ", actualCpus),
                                known(" with memory ", actualPolicy)));
    }

    private static String known(String words, String value) {
        return value.isEmpty() ? "" : words + value;
    }

    private static Placement lacking(String label, String obstacle) {
        return new Placement(label, Optional.empty(), Optional.empty(), obstacle);
    }

    private static Placement pinned(String label, int client, int server, Topology topology) {
        try {
            CpuSet reachable = topology.commands().reachable();
            for (int cpu : List.of(client, server)) {
                if (!reachable.list().contains(cpu)) {
                    throw new IllegalArgumentException(
                            "CPU %d is not one of those that this process may use: %s".formatted(cpu, reachable));
                }
            }
        } catch (IOException e) {
            return lacking(
                    label,
                    "'%s' needs the command %s; install util-linux (%s)"
                            .formatted(label, Place.TASKSET, e.getMessage()));
        }
        return new Placement(label, Optional.of(Place.onCpu(client)), Optional.of(Place.onCpu(server)), "");
    }

    private static Placement bound(String label, int client, int server, Topology topology) {
        if (topology.nodes().isEmpty()) {
            return lacking(label, "'%s' %s".formatted(label, NO_NODES));
        }
        for (int node : List.of(client, server)) {
            if (!topology.nodes().containsKey(node)) {
                return lacking(
                        label,
                        "'%s' needs NUMA node %d, but this machine has %s"
                                .formatted(label, node, topology.nodes().keySet()));
            }
        }
        Place clientPlace = onNode(client, topology);
        Place serverPlace = onNode(server, topology);
        try {
            topology.commands().attempt(clientPlace);
            topology.commands().attempt(serverPlace);
        } catch (IOException e) {
            return lacking(
                    label,
                    "'%s' needs the command %s; install numactl (%s)".formatted(label, Place.NUMACTL, e.getMessage()));
        }
        return new Placement(label, Optional.of(clientPlace), Optional.of(serverPlace), "");
    }

    private static Place onNode(int node, Topology topology) {
        return new Place(Objects.requireNonNull(topology.nodes().get(node)), Optional.of(node));
    }

    /**
     * The place where one peer runs.
     *
     * @param cpus the CPUs that the peer may use
     * @param node the NUMA node that has these CPUs and provides the peer's memory; empty if only CPUs were requested
     */
    public record Place(CpuSet cpus, Optional<Integer> node) {
        static final String TASKSET = "taskset";
        static final String NUMACTL = "numactl";

        public static Place onCpu(int cpu) {
            return new Place(CpuSet.of(cpu), Optional.empty());
        }

        /** The command that puts a process in this place, used as a prefix of the process's own command. */
        List<String> prefix() {
            return node.map(number -> List.of(NUMACTL, "--cpunodebind=" + number, "--membind=" + number))
                    .orElse(List.of(TASKSET, "-c", cpus.toString())); // BusyBox knows no long options
        }

        /** The memory policy that the kernel has to show for the process; empty if none was requested. */
        Optional<String> memoryPolicy() {
            return node.map(number -> "bind:" + number);
        }

        @Override
        public String toString() {
            return "CPU " + cpus
                    + memoryPolicy().map(policy -> " with memory " + policy).orElse("");
        }
    }
}
