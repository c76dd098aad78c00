package org.ipcbench.transports.junixsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An abstract name: no file, and nobody but this user at it, although it has no mode. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class UdsAbstractTransportTest extends InScratchDirectory {
    private static final List<String> AS_ANOTHER_USER = List.of("setpriv", "--reuid=65534", "--clear-groups");

    /** Shows the proof that it is given, and prints how many bytes come back. */
    private static final String CLIENT = """
            import socket, sys
            with socket.socket(socket.AF_UNIX) as s:
                try:
                    s.connect("\\0" + sys.argv[1])
                    s.sendall(bytes.fromhex(sys.argv[2]))
                    print(len(s.recv(1)))
                except (BrokenPipeError, ConnectionResetError):
                    print(0)
            """;

    /** Gives a client this answer, and prints how many bytes come from it. */
    private static final String SERVER = """
            import socket, sys
            with socket.socket(socket.AF_UNIX) as s:
                s.bind("\\0" + sys.argv[1])
                s.listen()
                print("listening", flush=True)
                c, _ = s.accept()
                try:
                    c.sendall(bytes.fromhex(sys.argv[2]))
                    print(len(c.recv(64)))
                except (BrokenPipeError, ConnectionResetError):
                    print(0)
            """;

    private final UdsAbstractTransport transport = new UdsAbstractTransport();

    @Test
    void hasANameOfTheKernelAndNoFile() throws Exception {
        String name;
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            name = server.address();
            assertThat(sockets()).contains("@" + name);
            assertThat(directory).isEmptyDirectory();
            try (Channel client = transport.connect(session, name);
                    Channel accepted = server.channel()) {
                ConnectedPair.send(client, 1, 7);
                assertThat(accepted.receive(1).get()).isEqualTo((byte) 7);
                assertThat(directory).isEmptyDirectory();
            }
        }
        assertThat(sockets()).doesNotContain("@" + name);
    }

    @Test
    void anotherUserIsTurnedAwayEvenWithTheProofAndDisturbsNobody() throws Exception {
        assumeThat(canBeAnotherUser()).isTrue();
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            String proof = HexFormat.of().formatHex(session.token().clientProof());
            Process stranger = python(AS_ANOTHER_USER, CLIENT, server.address(), proof);
            assertThat(stranger.inputReader().readLine()).isEqualTo("0");
            try (Channel client = transport.connect(session, server.address());
                    Channel accepted = server.channel()) {
                ConnectedPair.send(client, 1, 7);
                assertThat(accepted.receive(1).get()).isEqualTo((byte) 7);
            }
        }
    }

    @Test
    void sameClientOfThisUserIsAccepted() throws Exception {
        assumeThat(canBeAnotherUser()).isTrue(); // so that both tests prove something of each other
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            String proof = HexFormat.of().formatHex(session.token().clientProof());
            Process own = python(List.of(), CLIENT, server.address(), proof);
            assertThat(own.inputReader().readLine()).isEqualTo("1");
            server.channel().close();
        }
    }

    @Test
    void clientShowsNothingToAServerOfAnotherUser() throws Exception {
        assumeThat(canBeAnotherUser()).isTrue();
        String name = "ipcbench-test-" + ProcessHandle.current().pid();
        String proof = HexFormat.of().formatHex(session.token().serverProof());
        Process stranger = python(AS_ANOTHER_USER, SERVER, name, proof);
        try (BufferedReader said = stranger.inputReader()) {
            assertThat(said.readLine()).isEqualTo("listening");
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(session, name))
                    .withMessageContaining(name)
                    .withMessageContaining("belongs to user 65534");
            assertThat(said.readLine()).isEqualTo("0");
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    @Test
    void twoListenersHaveTwoNames() throws IOException {
        try (Listener one = transport.listen(session);
                Listener other = transport.listen(session)) {
            assertThat(one.address()).isNotEqualTo(other.address());
        }
    }

    private static Process python(List<String> prefix, String program, String name, String proof) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("env", "python3", "-c", program, name, proof));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PATH", "/usr/bin:/bin"); // others cannot enter this user's directories
        return builder.start();
    }

    /** As a rule only root can, and containers may lack the program. */
    private static boolean canBeAnotherUser() throws InterruptedException {
        try {
            return python(AS_ANOTHER_USER, "", "", "").waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String sockets() throws IOException {
        return Files.readString(Path.of("/proc/net/unix"));
    }
}
