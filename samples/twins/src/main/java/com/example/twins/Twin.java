package com.example.twins;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.TransportRegistry;

/** The suite's Unix socket under another name, for experiments in which the right answer is known. */
public abstract class Twin implements Transport {
    private static final String ORIGINAL = "uds";
    private static final int BEHIND_THE_SUITES_OWN = 2010;

    private final TransportInfo info;

    Twin(String id, int number) {
        String title = "Unix domain stream socket as " + id;
        info = new TransportInfo(id, title, title, Set.of(), BEHIND_THE_SUITES_OWN + number);
    }

    @Override
    public final TransportInfo info() {
        return info;
    }

    @Override
    public final Traits traits() {
        return Traits.blockingStream();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return original().listen(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return original().connect(session, address);
    }

    /** Found when it is needed: while the registry is loaded, nothing is known of the others. */
    private static Transport original() {
        return TransportRegistry.load().named(ORIGINAL);
    }
}
