package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.launch.command.PeerProgram;
import org.ipcbench.launch.command.Wall;
import org.ipcbench.launch.command.Walls;
import org.ipcbench.run.program.Variation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for peers in containers, in other namespaces and on other hosts, and for other programs than this one. */
public final class WallOptions {
    public static final String SERVER_VIA = "--server-via";
    public static final String CLIENT_VIA = "--client-via";
    public static final String SERVER_ADDRESS = "--server-address";
    public static final String SERVER_PEER = "--server-peer";
    public static final String CLIENT_PEER = "--client-peer";

    @Option(
            names = SERVER_PEER,
            paramLabel = "java|c|python|PATH",
            converter = Converters.Program.class,
            description =
                    "Program of the server: this one (java), the one in C or Python that comes with it, or a path,"
                            + " see docs/your-own-peer.md (default: java).")
    PeerProgram serverProgram = PeerProgram.JAVA;

    @Option(
            names = CLIENT_PEER,
            paramLabel = "java|c|python|PATH",
            converter = Converters.Program.class,
            description = "The same of the client (default: java).")
    PeerProgram clientProgram = PeerProgram.JAVA;

    @Option(
            names = SERVER_VIA,
            paramLabel = "PREFIX",
            converter = Converters.Prefix.class,
            description = "Command that runs the server elsewhere, such as \"podman exec -i c\" or \"ip netns exec b\";"
                    + " it gets the server's command as further words, and must leave standard input and output to it"
                    + " (default: none).")
    Wall server = Wall.NONE;

    @Option(
            names = CLIENT_VIA,
            paramLabel = "PREFIX",
            converter = Converters.Prefix.class,
            description = "The same for the clients (default: none).")
    Wall client = Wall.NONE;

    @Option(
            names = "--via-java",
            paramLabel = "COMMAND",
            description = "Java command behind a prefix (default: the path of the one here).")
    @Nullable
    String java;

    @Option(
            names = "--via-jar",
            paramLabel = "JAR",
            description = "Copy of this program's jar behind a prefix (default: the path of the one here).")
    @Nullable
    String jar;

    @Option(
            names = SERVER_ADDRESS,
            paramLabel = "IPS",
            converter = Converters.Addresses.class,
            description =
                    "Comma-separated IP addresses for servers in another network namespace than their clients; a server"
                            + " listens at the first one that it has (default: none, and network transports are unsupported there).")
    Converters.AddressList addresses = new Converters.AddressList(List.of());

    /** The walls of both peers. */
    Walls walls() {
        return new Walls(wall(server), wall(client), addresses.list()).running(clientProgram, serverProgram);
    }

    /** The variation, whose walls lead to the same programs. */
    Optional<Variation> varied(Optional<Variation> variation) {
        return variation.map(each -> each.behind(this::wall));
    }

    private Wall wall(Wall wall) {
        return wall.with(Optional.ofNullable(java), Optional.ofNullable(jar));
    }
}
