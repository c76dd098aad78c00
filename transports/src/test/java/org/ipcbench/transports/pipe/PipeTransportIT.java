package org.ipcbench.transports.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.contract.Script;
import org.ipcbench.transports.contract.ServerPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
class PipeTransportIT {

    @Test
    void serverAndClientShareTwoPipesWithoutAThirdProcess() throws Exception {
        try (ServerPeer server = ServerPeer.start(new PipeTransport(), 64)) {
            Session session = server.session(64);
            String address = server.listen(session, Script.EXCHANGE);
            List<String> mineBefore = descriptorsOf("self");
            try (Channel channel = server.connect(session, address)) {
                List<String> servers = descriptorsOf(Long.toString(server.pid()));
                String toServer = servers.get(0);
                String toClient = servers.get(1);
                assertThat(List.of(toServer, toClient))
                        .doesNotHaveDuplicates()
                        .allSatisfy(end -> assertThat(end).matches("pipe:\\[\\d+]"));
                // as many as before: the launcher has let its two ends go, the client holds two of its own
                assertThat(mineBefore).containsOnlyOnce(toServer, toClient);
                assertThat(descriptorsOf("self")).containsOnlyOnce(toServer, toClient);
            }
        }
    }

    /** What the descriptors of a process lead to, in the order of their numbers. */
    private static List<String> descriptorsOf(String process) throws IOException {
        List<Path> numbers;
        try (Stream<Path> entries = Files.list(Path.of("/proc", process, "fd"))) {
            numbers = new ArrayList<>(entries.toList());
        }
        numbers.sort((one, other) -> Integer.compare(number(one), number(other)));
        List<String> targets = new ArrayList<>();
        for (Path entry : numbers) {
            try {
                targets.add(Files.readSymbolicLink(entry).toString());
            } catch (NoSuchFileException e) {
                targets.add("closed meanwhile"); // the listing's own descriptor among others
            }
        }
        return targets;
    }

    private static int number(Path descriptor) {
        return Integer.parseInt(descriptor.getFileName().toString());
    }
}
