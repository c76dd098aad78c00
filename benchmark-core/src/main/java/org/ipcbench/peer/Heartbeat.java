package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage.Progress;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.OpenFile;
import org.ipcbench.transport.Session;

/**
 * Tells a launcher that does not see this peer's scratch directory that the peer goes on. It comes rarely, because it takes CPU
 * time from the measuring thread: with the usual timeout, a measured part of less than fifteen seconds has none.
 */
interface Heartbeat extends Closeable {
    /** The launcher looks at the peer's page. */
    Heartbeat NONE = () -> {};

    /** Heartbeats within the session's timeout. */
    int TIMES = 4;

    @Override
    void close();

    /** Begins to send the counts of a page, until it is closed. */
    static Heartbeat of(ControlLink link, Path page, Session session) {
        long millis = Math.max(1, session.connectTimeout().toMillis() / TIMES);
        Thread thread = new Thread(() -> beat(link, page, millis), "heartbeat");
        thread.setDaemon(true);
        thread.start();
        return thread::interrupt;
    }

    private static void beat(ControlLink link, Path page, long millis) {
        try (OpenFile counts = new OpenFile(page)) {
            while (true) {
                Thread.sleep(millis);
                var messages = ProgressPage.sum(counts);
                if (messages.isPresent()) {
                    link.send(new Progress(messages.getAsLong()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the assignment is over
        } catch (IOException e) {
            // the thread that reads the control link notices the launcher's end as well
        }
    }
}
