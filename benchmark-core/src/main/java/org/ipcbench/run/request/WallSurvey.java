package org.ipcbench.run.request;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.control.Surroundings;
import org.ipcbench.control.SurroundingsProbe;
import org.ipcbench.launch.command.Wall;
import org.ipcbench.launch.command.Walls;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.SideProbe;
import org.ipcbench.placement.Pin;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Variation;

/** Looks behind the walls of a request before it is planned: what cannot cross them is known then. */
public record WallSurvey(Launcher launcher) {

    /**
     * Returns the request with what is behind its walls.
     *
     * @throws InvalidRequestException if no peer of this program can run behind one of them
     */
    public RunRequest of(RunRequest request) {
        RunSetup setup = request.setup();
        PeerRequest peers = setup.peers();
        if (!peers.hasWalls()) {
            requireNoAddress(peers.walls());
            return request;
        }
        requireOneWallOfTheServer(peers);
        try {
            return request.with(new RunSetup(looked(peers), setup.acceptance(), setup.output()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidRequestException(Argument.REQUEST, "interrupted while looking behind a prefix");
        } catch (IOException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        }
    }

    private static void requireNoAddress(Walls walls) {
        if (!walls.addresses().isEmpty()) {
            throw new InvalidRequestException(
                    Argument.SERVER_ADDRESS,
                    "peers beside each other use loopback; give --server-via, --client-via or --vary via as well");
        }
    }

    private static void requireOneWallOfTheServer(PeerRequest peers) {
        boolean varied = peers.variation()
                .filter(each -> each.key() == Variation.Key.VIA)
                .isPresent();
        if (varied && !peers.walls().server().isOpen()) {
            throw new InvalidRequestException(
                    Argument.VARIATION, "varies the server's prefix, which --server-via gives; omit --server-via");
        }
    }

    private PeerRequest looked(PeerRequest peers) throws IOException, InterruptedException {
        Surroundings here = SurroundingsProbe.system().surroundings(List.of());
        SideProbe probe = new SideProbe(peers.settings(launcher), here);
        Map<Wall, Wall> looked = new HashMap<>();
        for (Walls walls : peers.wallsByVariant().values()) {
            look(
                    walls.server(),
                    peers.variation().isPresent() ? Argument.VARIATION : Argument.SERVER_VIA,
                    probe,
                    looked);
            look(walls.client(), Argument.CLIENT_VIA, probe, looked);
        }
        PeerRequest behind = peers.behind(looked::get, peers.pin());
        boolean hidden = behind.wallsByVariant().values().stream().anyMatch(walls -> walls.hideProcesses(here));
        return hidden ? behind.behind(wall -> wall, Pin.PROCESS) : behind;
    }

    private static void look(Wall wall, Argument argument, SideProbe probe, Map<Wall, Wall> looked)
            throws IOException, InterruptedException {
        if (!looked.containsKey(wall)) {
            try {
                looked.put(wall, probe.look(wall));
            } catch (IterationFailedException e) {
                throw new InvalidRequestException(argument, String.valueOf(e.getMessage()));
            }
        }
    }
}
