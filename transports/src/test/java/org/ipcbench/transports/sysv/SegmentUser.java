package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.RingAuthentication;

/** A JVM that uses a segment until it is killed in the midst of it. */
public final class SegmentUser implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String DONE = "done";

    private final Process process;

    private SegmentUser(Process process) {
        this.process = process;
    }

    /** One that takes the mutex of the direction to the server and keeps it. */
    static SegmentUser holdingTheMutex(String address) throws IOException {
        return start("hold", address);
    }

    /** A client of this session. */
    static SegmentUser connectedTo(String address, Session session) throws IOException {
        return start(
                "connect",
                address,
                session.scratchDirectory().toString(),
                session.token().hex(),
                Integer.toString(session.maxMessageBytes()));
    }

    private static SegmentUser start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SegmentUser.class.getName());
        builder.command().addAll(List.of(arguments));
        return new SegmentUser(
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Waits until it is in the midst of it. */
    void awaitUse() throws IOException {
        String line = process.inputReader(StandardCharsets.US_ASCII).readLine();
        if (!DONE.equals(line)) {
            throw new IOException("the segment's user has ended with " + line);
        }
    }

    /** Kills it. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /**
     * The user itself.
     *
     * @param arguments what to do, and to which segment
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("hold")) {
            Segment segment = Segment.attach(Integer.parseInt(arguments[1]));
            segment.toServer(RingAuthentication.open(segment.authenticationMemory())
                            .geometry())
                    .lock();
            rest();
        } else {
            Session session = new Session(
                    Path.of(arguments[2]), new Token(arguments[3]), Integer.parseInt(arguments[4]), 0, TIMEOUT);
            try (Channel channel = new SysvShmTransport().connect(session, arguments[1])) {
                channel.claim(1);
                rest();
            }
        }
    }

    private static void rest() throws InterruptedException {
        System.out.println(DONE);
        Thread.sleep(TIMEOUT.toMillis());
    }
}
