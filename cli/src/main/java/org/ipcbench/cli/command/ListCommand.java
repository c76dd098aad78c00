package org.ipcbench.cli.command;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.options.TextOptions.WidthOption;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.text.Importance;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what can be measured on this machine. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the transports, and why some are not available on this machine.",
        footer = {"", "Examples:", "  ipcbench list", "  ipcbench list --plugin my-transport.jar"})
public final class ListCommand implements Runnable {
    /** The groups by which a person looks for a transport, in the order of the list; a transport is in one of them at most. */
    private static final List<String> KINDS =
            List.of("pipes", "sockets", "queues", "shared-memory", "threads", "libraries", "rpc", "start");

    @Option(names = PluginOption.NAME, paramLabel = "JAR|DIR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    @Mixin
    WidthOption width = new WidthOption();

    private final CliContext context;

    public ListCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Grants grants = new Grants();
        Table<Transport> table = new Table<>(
                "",
                List.of(
                        column("id", Importance.KEY, Transport::id),
                        column("kind", Importance.USUAL, ListCommand::kind),
                        column(
                                "what it is",
                                Importance.USUAL,
                                transport -> transport.info().title()),
                        column("groups", Importance.DETAIL, ListCommand::groups),
                        column(
                                "waits",
                                Importance.MINOR,
                                transport -> transport.traits().waitStrategy().label()),
                        column("tells of a kill", Importance.DETAIL, ListCommand::tellsOfKill),
                        column(
                                "by",
                                Importance.DETAIL,
                                transport -> transport.info().library().nameAndVersion()),
                        column("available", Importance.KEY, transport -> availability(transport, grants))),
                context.registry().all().stream()
                        .sorted(Comparator.comparingInt(ListCommand::place))
                        .toList());
        TableStyle style = width.style();
        context.terminal().out().print(style.grid(table) + style.missing(table));
    }

    private static Column<Transport> column(String header, Importance importance, Function<Transport, String> value) {
        return Column.text(header, value).important(importance);
    }

    /** Whether a process finds out that the other one was killed; empty if there is no other one. */
    private static String tellsOfKill(Transport transport) {
        if (!transport.traits().hasServerPeer() || transport.traits().has(Trait.BETWEEN_THREADS)) {
            return "";
        }
        return transport.traits().has(Trait.HIDES_DEATH) ? "never" : "yes";
    }

    /** The groups other than the kind. */
    private static String groups(Transport transport) {
        Set<String> groups = new TreeSet<>(transport.info().groups());
        groups.remove(kind(transport));
        return String.join(", ", groups);
    }

    /** Transports of no kind come last. */
    private static int place(Transport transport) {
        int index = KINDS.indexOf(kind(transport));
        return index < 0 ? KINDS.size() : index;
    }

    /** Empty if it is none of the known ones. */
    private static String kind(Transport transport) {
        return KINDS.stream()
                .filter(transport.info().groups()::contains)
                .findFirst()
                .orElse("");
    }

    private static String availability(Transport transport, Grants grants) {
        Optional<String> obstacle = ScratchDirectory.obstacle(FileSystems.getDefault());
        if (obstacle.isPresent()) {
            return "no: " + obstacle.get();
        }
        return grants.to(transport) instanceof Unavailable unavailable ? "no: " + unavailable : "yes";
    }
}
