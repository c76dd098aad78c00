package org.ipcbench.launch.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.control.Surroundings;
import org.ipcbench.control.Surroundings.Skills;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * The prefixes of both peers of a pair.
 *
 * @param server what the server is behind
 * @param client what each client is behind
 * @param addresses IP addresses at which a server may listen if the peers have two network namespaces; it listens at the first one
 *     that its side has
 */
public record Prefixes(Prefix server, Prefix client, List<String> addresses) {
    /** Both peers run beside the launcher. */
    public static final Prefixes NONE = new Prefixes(Prefix.NONE, Prefix.NONE, List.of());

    private static final String NETWORK_NAMESPACE = "net";

    private static final String MOUNT_THE_DIRECTORY = "mount this side's directory for temporary files at the same path"
            + " (podman run -v /tmp:/tmp, TMPDIR=DIR for another one) and run as the same user";

    public Prefixes {
        addresses = List.copyOf(addresses);
    }

    /** What the peer in this role is behind; an auxiliary process runs beside the launcher. */
    public Prefix of(Role role) {
        return switch (role) {
            case SERVER -> server;
            case CLIENT -> client;
            case AUXILIARY -> Prefix.NONE;
        };
    }

    /** Whether there is no prefix. */
    public boolean areNone() {
        return server.isNone() && client.isNone();
    }

    /** Whether this program runs beside the launcher as both peers. */
    public boolean areUsual() {
        return server.isUsual() && client.isUsual();
    }

    /** Whether both peers run this program. */
    public boolean areOfThisProgram() {
        return server.program().isJava() && client.program().isJava();
    }

    /** The programs of client and server, for example {@code java:c}. */
    public String programs() {
        return client.program().name() + ":" + server.program().name();
    }

    /** Returns a copy whose peers run these programs. */
    public Prefixes running(PeerProgram ofClient, PeerProgram ofServer) {
        return new Prefixes(server.running(ofServer), client.running(ofClient), addresses);
    }

    /** The same for the peers of a transport that has programs of its own; such prefixes have no others. */
    public Prefixes of(Transport transport) {
        return transport
                .ownPeers()
                .map(peers -> {
                    Surroundings there = Surroundings.ofProgram(
                            new Skills(List.of(transport.id()), peers.questions(), null, null, peers.options()));
                    return new Prefixes(
                            server.running(new PeerProgram(transport.id(), peers.server()))
                                    .leadingTo(there, true, true),
                            client.running(new PeerProgram(transport.id(), peers.client()))
                                    .leadingTo(there, true, true),
                            addresses);
                })
                .orElse(this);
    }

    /** Why the peers of a transport cannot be the programs that were asked for; empty if they can. */
    public Optional<String> obstacleToOwnPeers(Transport transport) {
        return areUsual() || transport.ownPeers().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "has programs of its own, which run beside the launcher; omit --peer, --vary peer, --server-via and"
                                + " --client-via");
    }

    /** Returns a copy with another server. */
    public Prefixes withServer(Prefix other) {
        return new Prefixes(other, client, addresses);
    }

    /** Whether the process ids of a peer mean nothing to the launcher, which then cannot move single threads. */
    public boolean hideProcesses(Surroundings launcher) {
        return List.of(server, client).stream()
                .flatMap(prefix -> prefix.there().stream())
                .anyMatch(there -> !there.shares("pid", launcher));
    }

    /** Whether both peers read one clock, as their kernel tells, but share no directory with a page on which to prove it. */
    public boolean trustTheClock() {
        return !areNone() && shared(Surroundings::sharesClock) && !shareFiles();
    }

    /** Whether both peers are known to read one clock, as their kernel tells. */
    public boolean haveOneClock() {
        return areNone() || shared(Surroundings::sharesClock);
    }

    /** Whether the peers run under two kernels, so that the CPUs of one mean nothing to the other. */
    public boolean haveTwoKernels() {
        return !areNone()
                && known()
                && server.leadsToAnotherHost(client.there().get())
                && client.leadsToAnotherHost(server.there().get());
    }

    /** Where the server listens; empty for loopback. */
    public String serverAddress() {
        return areNone() || shareNetwork() ? "" : usableAddress().orElse("");
    }

    /** Where each peer behind a prefix runs, and what other programs are, by the peer's role. */
    public Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        for (Role role : List.of(Role.SERVER, Role.CLIENT)) {
            Prefix prefix = of(role);
            if (!prefix.isUsual()) {
                descriptions.put(
                        role.label(),
                        prefix.there().map(Surroundings::description).orElse(""));
            }
        }
        return descriptions;
    }

    /** What both peers have not in common, for people; empty if nothing is known to differ. */
    public List<String> differences() {
        return areNone() || !known()
                ? List.of()
                : client.there().get().differences(server.there().get(), Role.SERVER.label());
    }

    /** Why messages of a transport cannot cross; empty if they can. */
    public Optional<String> obstacle(Traits traits) {
        if (areNone() || !known()) {
            return Optional.empty();
        }
        if (traits.withinOneProcess()) {
            return Optional.of("is one process, which has no other side; omit --server-via and --client-via");
        }
        if (traits.startsServer()) {
            return Optional.of(
                    "starts its server beside the client; omit --server-via and --client-via, and put the command"
                            + " into --program");
        }
        if (traits.hasForeignServer()) {
            return Optional.of("is a server of the user's beside the client; omit --server-via and --client-via");
        }
        if (traits.has(Trait.REPLACES_STANDARD_STREAMS)) {
            return Optional.of(
                    "replaces the server's standard streams, which belong to the prefix; omit --server-via and"
                            + " --client-via");
        }
        if (traits.ownsStandardStreams()) {
            return streamsObstacle();
        }
        if (traits.has(Trait.NETWORK)) {
            return networkObstacle();
        }
        List<String> lacks = new ArrayList<>();
        if (traits.has(Trait.LOOPBACK) || traits.has(Trait.NETWORK_NAMESPACE)) {
            if (!shareNetwork()) {
                lacks.add((traits.has(Trait.LOOPBACK) ? "is bound to loopback" : "meets in a network namespace")
                        + ", and the peers have two network namespaces; share one (podman run --network=host, or"
                        + " --network=container:C)");
            }
        } else if (!shareFiles()) {
            lacks.add("meets in a file, and the peers share no directory; " + MOUNT_THE_DIRECTORY);
        }
        if (traits.has(Trait.IPC_NAMESPACE) && !shared((one, other) -> one.shares("ipc", other))) {
            lacks.add("meets in an IPC namespace, and the peers have two; share one (podman run --ipc=host)");
        }
        if (traits.has(Trait.PROCESS_IDS) && !shared((one, other) -> one.shares("pid", other))) {
            lacks.add(
                    "names the other process, and the peers have two PID namespaces; share one (podman run --pid=host)");
        }
        if (traits.sharesMemory()
                && !traits.has(Trait.IPC_NAMESPACE)
                && !traits.has(Trait.PROCESS_IDS)
                && !shareMemoryFiles()) {
            lacks.add(
                    "meets in /dev/shm, and the peers have two; mount this side's (podman run -v /dev/shm:/dev/shm) and run"
                            + " as the same user");
        }
        return lacks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lacks));
    }

    /** Why the auxiliary process of a transport cannot serve these peers; empty if it can. */
    public Optional<String> obstacleToAuxiliary() {
        return server.sharesFiles() && client.sharesFiles()
                ? Optional.empty()
                : Optional.of("has an auxiliary process beside the launcher, whose directory a peer does not see; "
                        + MOUNT_THE_DIRECTORY);
    }

    /** The client opens the other ends of the streams in /proc, and the server's control link needs another way than they. */
    private Optional<String> streamsObstacle() {
        if (!client.isNone()) {
            return Optional.of(
                    "carries messages by the standard streams that the launcher gives the server, which only a"
                            + " client beside the launcher can open; omit --client-via");
        }
        return server.sharesFiles() && !server.leadsToAnotherHost(client.there().orElseThrow())
                ? Optional.empty()
                : Optional.of("carries messages by the server's standard streams, so that control needs a socket in a"
                        + " directory of both sides; " + MOUNT_THE_DIRECTORY);
    }

    private Optional<String> networkObstacle() {
        if (shareNetwork() || usableAddress().isPresent()) {
            return Optional.empty();
        }
        List<String> there = server.there().orElseThrow().addresses();
        if (there.isEmpty()) {
            return Optional.of("needs a network, and the server's side has no address besides loopback; give it one");
        }
        return Optional.of("needs an address, because the peers have two network namespaces; use --server-address with"
                + " one of the server's: " + String.join(", ", there));
    }

    private Optional<String> usableAddress() {
        List<String> there = server.there().orElseThrow().addresses();
        return addresses.stream().filter(there::contains).findFirst();
    }

    private boolean shareNetwork() {
        return shared((one, other) -> one.shares(NETWORK_NAMESPACE, other));
    }

    /** Both see the launcher's directories, or both are behind one prefix, where they share their own. */
    private boolean shareFiles() {
        return (server.sharesFiles() && client.sharesFiles()) || liveTogether();
    }

    private boolean shareMemoryFiles() {
        return liveTogether()
                || List.of(server, client).stream()
                        .allMatch(prefix -> prefix.isNone()
                                || prefix.there().orElseThrow().seen().stream().anyMatch(Prefixes::isInMemory));
    }

    private static boolean isInMemory(Path probe) {
        return probe.startsWith("/dev/shm");
    }

    private boolean liveTogether() {
        return server.sharesFiles() == client.sharesFiles() && shared((one, other) -> one.shares("mnt", other));
    }

    private boolean known() {
        return server.there().isPresent() && client.there().isPresent();
    }

    private boolean shared(Comparison comparison) {
        return known() && comparison.holds(server.there().get(), client.there().get());
    }

    @FunctionalInterface
    private interface Comparison {
        boolean holds(Surroundings one, Surroundings other);
    }
}
