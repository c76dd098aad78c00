package org.ipcbench.transports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.TransportRegistry;

/** A JVM that listens and is killed before it can remove what it made. */
public final class KilledServer {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MESSAGE_BYTES = 64;

    private KilledServer() {}

    /** Has a server listen in this directory, and kills it. Returns the address where it listened. */
    public static String listenAndDie(String transport, Path directory) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledServer.class.getName(),
                        transport,
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return server.inputReader(StandardCharsets.US_ASCII).readLine();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /**
     * The server itself.
     *
     * @param arguments a transport's id and the scratch directory
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Session session = new Session(Path.of(arguments[1]), Token.random(), MESSAGE_BYTES, 0, TIMEOUT);
        try (Listener listener = TransportRegistry.load().named(arguments[0]).listen(session)) {
            System.out.println(listener.address());
            Thread.sleep(TIMEOUT.toMillis());
        }
    }
}
