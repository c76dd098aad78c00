package org.ipcbench.analysis.doubt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.ipcbench.measure.result.Measurement;

/**
 * One of the JVMs of an iteration.
 *
 * @param number number of the client, from 1; {@link #SERVER} for the server
 * @param clients number of clients that have a JVM of their own
 */
record MeasuredJvm(int number, int clients) {
    static final int SERVER = 0;

    /** The JVMs of an iteration, the clients first, each with its work besides the measuring. */
    static Map<MeasuredJvm, JvmWork> of(Measurement iteration) {
        Map<MeasuredJvm, JvmWork> jvms = new LinkedHashMap<>();
        List<ClientFigures> clients = iteration.clients();
        for (int i = 0; i < clients.size(); i++) {
            JvmWork own = clients.get(i).jvm();
            if (own != null) {
                jvms.put(new MeasuredJvm(i + 1, clients.size()), own);
            }
        }
        if (jvms.isEmpty()) {
            jvms.put(new MeasuredJvm(1, 1), iteration.clientCost().jvm());
        }
        jvms.put(new MeasuredJvm(SERVER, jvms.size()), iteration.serverCost().jvm());
        return jvms;
    }

    /** The name in statements. A pair's two JVMs are not told apart: the remedies are the same. */
    String label() {
        if (clients == 1) {
            return "a JVM";
        }
        return number == SERVER ? "the server" : "client %d of %d".formatted(number, clients);
    }
}
