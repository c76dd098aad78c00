package org.ipcbench.transports.contract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.peer.Peer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;

/** The server's process in the contract test: plays the server's part of a script at every assignment. */
public final class ContractServer {
    /** A server gets a script, not a workload; the message demands one. */
    private static final Workload NONE = new MessageStream(new Extent.Count(1), 1);

    private static final int TEST_IS_GONE = 3;

    private final ControlLink link;
    private final BlockingQueue<ControlMessage> inbox = new LinkedBlockingQueue<>();

    private ContractServer(ControlLink link) {
        this.link = link;
    }

    /**
     * Started by {@link ServerPeer}.
     *
     * @param arguments the test's control socket, and the role
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (Role.ofLabel(arguments[1]) == Role.AUXILIARY) {
            Peer.main(arguments); // its part is that of every run
            return;
        }
        System.setOut(System.err); // standard output may belong to the transport
        try (ControlLink link = ControlLink.connect(Path.of(arguments[0]))) {
            new ContractServer(link).run();
        }
        Runtime.getRuntime().halt(0); // a library may have left threads running
    }

    /** The message that has a server play this script; its name stands where a client would find an address. */
    static Assign assign(Transport transport, Session session, Script script) {
        return new Assign(transport.id(), NONE, session, ConnectionShare.ofClient(0, List.of(script.name())), 0);
    }

    private void run() throws IOException, InterruptedException {
        Thread control = new Thread(this::readControl, "control");
        control.setDaemon(true);
        control.start();
        for (ControlMessage message = inbox.take(); !(message instanceof Stop); message = inbox.take()) {
            link.send(perform((Assign) message));
        }
    }

    private void readControl() {
        try {
            for (ControlMessage message = link.receive(); message != null; message = link.receive()) {
                inbox.add(message);
            }
        } catch (IOException e) {
            System.err.println("control link broke: " + e.getMessage());
        }
        Runtime.getRuntime().halt(TEST_IS_GONE);
    }

    private ControlMessage perform(Assign assign) {
        try {
            Transport transport = TransportRegistry.load().named(assign.transport());
            Script script = Script.valueOf(assign.share().addresses().get(0));
            Channel channel = accept(transport, assign);
            return finished(new ScriptHalf(script, Role.SERVER, transport, assign.session()).play(channel));
        } catch (IOException | RuntimeException | AssertionError e) {
            e.printStackTrace();
            return new Failed(e.toString());
        }
    }

    private Channel accept(Transport transport, Assign assign) throws IOException {
        Listener listener = transport.listen(assign.session());
        try (listener) {
            link.send(new Ready(List.of(listener.address()), "", ""));
            return listener.accept();
        } finally {
            listener.close(); // the second time, which does nothing
        }
    }

    /** Only the number of messages means anything here. */
    private static Finished finished(long received) {
        return new Finished(new PeerMeasurement(
                List.of(new ConnectionMeasurement(received, Losses.NONE, 0, 0, new Recorder().latencies())),
                Cost.NONE,
                Sampling.NONE,
                0,
                MeasurementConditions.UNKNOWN));
    }
}
