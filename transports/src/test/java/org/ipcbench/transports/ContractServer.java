package org.ipcbench.transports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;

/** The server's process in the contract test: plays the server's part of one script at every assignment. */
public final class ContractServer {
    /** System property that names the script. */
    static final String SCRIPT = "ipcbench.contract.script";

    private static final int TEST_IS_GONE = 3;

    private final ControlLink link;
    private final Script script;
    private final BlockingQueue<ControlMessage> inbox = new LinkedBlockingQueue<>();

    private ContractServer(ControlLink link, Script script) {
        this.link = link;
        this.script = script;
    }

    /**
     * Started by {@link ServerPeer}.
     *
     * @param arguments the test's control socket, and the role
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.setOut(System.err); // standard output may belong to the transport
        try (ControlLink link = ControlLink.connect(Path.of(arguments[0]))) {
            new ContractServer(link, Script.valueOf(System.getProperty(SCRIPT))).run();
        }
        Runtime.getRuntime().halt(0); // whatever a library left running is of no more use
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
            link.send(new Ready(listener.address(), "", ""));
            return listener.accept();
        } finally {
            listener.close(); // the second time, which does nothing
        }
    }

    /** Only the number of messages means anything here. */
    private static Finished finished(long received) {
        return new Finished(
                new PeerMeasurement(
                        received,
                        Losses.NONE,
                        0,
                        Cost.NONE,
                        new Recorder().latencies(),
                        new Sampling(1, 0, 1),
                        new PeerMeasurement.Phases(0, 0)),
                0);
    }
}
