package org.ipcbench.transports.question;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.control.ControlLink;
import org.ipcbench.peer.Peer;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;

/** A peer as every run has them, over channels that note what it does with them. */
public final class NotedPeer {
    /** System property: the directory that the notes go to. */
    static final String DIRECTORY = "ipcbench.test.notes";

    private NotedPeer() {}

    /**
     * Started by {@link QuestionContract}.
     *
     * @param arguments as those of a {@link Peer}
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Role role = Role.ofLabel(arguments[1]);
        if (role == Role.AUXILIARY) {
            Peer.main(arguments);
            return;
        }
        System.setOut(System.err); // standard output may belong to the transport
        Notes notes = new Notes();
        TransportRegistry noted = new TransportRegistry(TransportRegistry.load().all().stream()
                .map(transport -> NotedTransport.of(transport, notes))
                .toList());
        Path socket = Path.of(arguments[0]);
        try (ControlLink link = ControlLink.connect(socket)) {
            new Peer(link, role, socket, noted).run();
            notes.write(Path.of(System.getProperty(DIRECTORY)).resolve(role.name()));
            Runtime.getRuntime().halt(0); // a library may have left threads running
        }
    }
}
