package org.ipcbench.cli.options;

import java.util.List;
import java.util.Optional;
import org.ipcbench.cli.options.RunOptions.VaryOption;
import org.ipcbench.cli.value.Converters.AddressList;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.program.VariedValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options for peers in containers, in other namespaces and on other hosts, and for other programs than this one. */
public final class PrefixOptions {
    public static final String SERVER_VIA = "--server-via";
    public static final String CLIENT_VIA = "--client-via";
    public static final String SERVER_ADDRESS = "--server-address";
    private static final String REMOTE_JAVA = "--remote-java";
    public static final String PEER = "--peer";

    @Option(
            names = PEER,
            paramLabel = "PEERS",
            description =
                    "Program of both peers, or CLIENT:SERVER such as java:c: this one (java), the one in C or Python that comes with it, or a"
                            + " path, see docs/your-own-peer.md (default: java).")
    VariedValue.OfPeers programs = VariedValue.OfPeers.JAVA;

    @Option(
            names = SERVER_VIA,
            paramLabel = "PREFIX",
            description = "Command that runs the server elsewhere, such as \"podman exec -i c\" or \"ip netns exec b\";"
                    + " it gets the server's command as further words, and must leave standard input and output to it"
                    + " (default: none).")
    Prefix server = Prefix.NONE;

    @Option(
            names = CLIENT_VIA,
            paramLabel = "PREFIX",
            description = "Command that runs the clients elsewhere (default: none).")
    Prefix client = Prefix.NONE;

    @Option(
            names = REMOTE_JAVA,
            paramLabel = "JAVA[:JAR]",
            description =
                    "Java command behind each prefix, such as java, and this program's jar there; without JAR a shell there gets"
                            + " a copy, below /tmp, for the time of the run (default: the paths of both here).")
    Prefix.@Nullable RemoteJava java;

    @Option(
            names = SERVER_ADDRESS,
            paramLabel = "IPS",
            description =
                    "Comma-separated IP addresses for servers in another network namespace than their clients; a server"
                            + " listens at the first one that it has (default: none, and network transports are unsupported there).")
    AddressList addresses = new AddressList(List.of());

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    private CommandSpec spec;

    /** The prefixes of both peers, if not a variation has the server's. */
    Prefixes prefixes(Optional<Variation> variation) {
        boolean varied =
                variation.filter(each -> each.key() == Variation.Key.VIA).isPresent();
        if (java != null && server.isNone() && client.isNone() && !varied) {
            throw new ParameterException(
                    spec.commandLine(),
                    "option '%s' is for peers behind a prefix; give %s, %s or %s via as well"
                            .formatted(REMOTE_JAVA, SERVER_VIA, CLIENT_VIA, VaryOption.NAME));
        }
        return new Prefixes(prefix(server), prefix(client), addresses.list())
                .running(programs.client(), programs.server());
    }

    /** The variation, whose prefixes lead to the same programs. */
    Optional<Variation> varied(Optional<Variation> variation) {
        return variation.map(each -> each.behind(this::prefix));
    }

    private Prefix prefix(Prefix prefix) {
        return java == null ? prefix : prefix.with(java);
    }
}
