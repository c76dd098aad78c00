package org.ipcbench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.CostMeter.AllocationMeter;
import org.ipcbench.measure.meter.CostMeter.MeteredThread;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;

/**
 * A JVM with both peers of an iteration, each in a thread and with a control link of its own. What the JVM costs is counted once: the
 * server counts its measuring thread, and the client everything else.
 */
public final class PeerThreads {
    private PeerThreads() {}

    /**
     * Started by the launcher.
     *
     * @param arguments the launcher's control socket for the server, beside which is the client's, and the server's role
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Peer.prepareJvm();
        Path serversSocket = Path.of(arguments[0]);
        Path clientsSocket = PeerInvocation.controlSocket(ScratchDirectory.holding(serversSocket), Role.CLIENT.label());
        TransportRegistry registry = TransportRegistry.load(); // one for both, so that they meet in it
        MeteredThread served = MeteredThread.calling();
        Set<Long> leftOut = ConcurrentHashMap.newKeySet();
        leftOut.add(served.id());
        try (ControlLink toServer = Peer.connect(serversSocket);
                ControlLink toClient = Peer.connect(clientsSocket)) {
            Peer server = new Peer(toServer, Role.SERVER, serversSocket, registry, Peer.heap(), talking -> {
                leftOut.addAll(talking);
                return CostMeter.of(served);
            });
            Peer client = new Peer(toClient, Role.CLIENT, clientsSocket, registry, Optional.empty(), talking -> {
                leftOut.addAll(talking);
                return CostMeter.besides(served, new AllocationMeter(id -> !leftOut.contains(id)));
            });
            Thread other = new Thread(() -> play(client), Role.CLIENT.label());
            other.setDaemon(true); // the process ends if one of them fails
            other.setUncaughtExceptionHandler((thread, failure) -> {
                System.err.println(Peer.describe(failure));
                Runtime.getRuntime().halt(1);
            });
            other.start();
            server.runToTheEnd();
            other.join();
            Runtime.getRuntime().halt(0);
        }
    }

    private static void play(Peer client) {
        try {
            client.runToTheEnd();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
    }
}
