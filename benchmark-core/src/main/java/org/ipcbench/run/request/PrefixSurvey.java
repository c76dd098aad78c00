package org.ipcbench.run.request;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.control.Surroundings;
import org.ipcbench.control.SurroundingsProbe;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PrefixProbe;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.run.program.PeerPrograms.UnavailablePeerException;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/** Looks behind the prefixes of a request before it is planned: what cannot cross them is known then. */
public record PrefixSurvey(Launcher launcher) {

    /**
     * Returns the request with what is behind its prefixes.
     *
     * @throws InvalidRequestException if no peer of this program can run behind one of them
     */
    public RunRequest of(RunRequest request) {
        RunSetup setup = request.setup();
        PeerRequest peers = setup.peers();
        if (!peers.isToBeSurveyed()) {
            requireNoAddress(peers.prefixes());
            return request;
        }
        requireOneChoice(peers);
        if (peers.hasPrefixes()) {
            requireProgramsOfBothSides(peers);
        }
        try {
            Surroundings here = SurroundingsProbe.system().surroundings(List.of());
            PeerRequest found = surveyed(peers, here);
            requireNeighbourHere(found);
            PlacementChoice placements = request.grid().placements();
            for (Prefixes prefixes : found.prefixesByVariant().values()) {
                placements = placements.behind(prefixes, here);
            }
            return request.with(new RunSetup(found, setup.acceptance(), setup.output()))
                    .about(request.grid().at(placements));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidRequestException(Argument.REQUEST, "interrupted while looking behind a prefix");
        } catch (IOException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        }
    }

    private static void requireNoAddress(Prefixes prefixes) {
        if (!prefixes.addresses().isEmpty()) {
            throw new InvalidRequestException(
                    Argument.SERVER_ADDRESS,
                    "peers beside each other use loopback; give --server-via, --client-via or --vary via as well");
        }
    }

    private static void requireOneChoice(PeerRequest peers) {
        if (peers.varies(Variation.Key.VIA) && !peers.prefixes().server().isNone()) {
            throw new InvalidRequestException(
                    Argument.VARIATION, "varies the server's prefix, which --server-via gives; omit --server-via");
        }
        if (peers.varies(Variation.Key.PEER) && !peers.prefixes().areOfThisProgram()) {
            throw new InvalidRequestException(
                    Argument.VARIATION, "varies the peers' programs, which --peer gives; omit --peer");
        }
    }

    /** Behind a prefix, Java and jar are those of the other side. */
    private static void requireProgramsOfBothSides(PeerRequest peers) {
        peers.variation()
                .map(Variation::key)
                .filter(key -> key == Variation.Key.JVM || key == Variation.Key.JAR)
                .ifPresent(key -> {
                    throw new InvalidRequestException(
                            Argument.VARIATION,
                            "cannot vary the JVM or the jar of a peer behind a prefix; omit --server-via and --client-via");
                });
    }

    /** A neighbour runs where this process does, and a heap is loaded by this program. */
    private static void requireNeighbourHere(PeerRequest peers) {
        boolean isElsewhere = peers.prefixesByVariant().values().stream().anyMatch(Prefixes::haveTwoKernels);
        if (peers.varies(Variation.Key.BESIDE) && isElsewhere) {
            throw new InvalidRequestException(
                    Argument.VARIATION,
                    "a neighbour runs on this machine, but a peer on another one; omit beside=, or the prefix");
        }
        boolean isForeign = peers.prefixesByVariant().values().stream()
                .anyMatch(prefixes -> !prefixes.server().program().isJava()
                        || !prefixes.client().program().isJava());
        if (peers.variation().filter(Variation::loadsHeap).isPresent() && isForeign) {
            throw new InvalidRequestException(
                    Argument.VARIATION,
                    "only a server of this program loads its heap, and only a client of this program tells its slowest"
                            + " messages; omit heap:, or --peer");
        }
    }

    private PeerRequest surveyed(PeerRequest peers, Surroundings here) throws IOException, InterruptedException {
        PrefixProbe probe = new PrefixProbe(peers.settings(launcher), here, launcher.deployments());
        Map<Variant, Prefixes> found = new LinkedHashMap<>();
        for (Map.Entry<Variant, Prefixes> asked : peers.prefixesByVariant().entrySet()) {
            if (peers.variesPrefixes() || found.isEmpty()) {
                found.put(asked.getKey(), look(asked.getValue(), peers, probe));
            }
        }
        boolean hidden = found.values().stream().anyMatch(prefixes -> prefixes.hideProcesses(here));
        return peers.surveyed(found, hidden ? Pin.PROCESS : peers.pin());
    }

    /** Looks behind both prefixes at the same time: a prefix may make new namespaces each time. */
    private static Prefixes look(Prefixes prefixes, PeerRequest peers, PrefixProbe probe)
            throws IOException, InterruptedException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            Prefix server = look(prefixes.server(), argument(peers, Role.SERVER), probe, opened);
            Prefix client = look(prefixes.client(), argument(peers, Role.CLIENT), probe, opened);
            return new Prefixes(server, client, prefixes.addresses());
        }
    }

    private static Argument argument(PeerRequest peers, Role role) {
        if (peers.varies(Variation.Key.PEER) || (peers.varies(Variation.Key.VIA) && role == Role.SERVER)) {
            return Argument.VARIATION;
        }
        boolean isJava = peers.prefixes().of(role).program().isJava();
        return role == Role.SERVER
                ? (isJava ? Argument.SERVER_VIA : Argument.PEER)
                : (isJava ? Argument.CLIENT_VIA : Argument.PEER);
    }

    private static Prefix look(Prefix prefix, Argument argument, PrefixProbe probe, CloseOnFailure opened)
            throws IOException, InterruptedException {
        try {
            return probe.look(prefix.running(PeerPrograms.ofThisUser().ready(prefix.program())), opened);
        } catch (UnavailablePeerException | IterationFailedException e) {
            throw new InvalidRequestException(argument, String.valueOf(e.getMessage()));
        }
    }
}
