package org.ipcbench.cli.command;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.TerminalSize;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.text.Importance;
import org.ipcbench.text.TextGrid;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what can be measured on this machine. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the transports, and why some are not available on this machine.",
        footer = {"", "Examples:", "  ipcbench list", "  ipcbench list --plugin my-transport.jar"})
public final class ListCommand implements Runnable {
    private static final int MAX_COLUMN_WIDTH = 58;

    /** The groups by which a person looks for a transport, in the order of the list; a transport is in one of them at most. */
    private static final List<String> KINDS = List.of("pipes", "sockets", "queues", "shared-memory", "libraries");

    @Option(names = PluginOption.NAME, paramLabel = "JAR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    private final CliContext context;

    public ListCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        List<TextGrid.Column> columns = List.of(
                column("id", Importance.KEY),
                column("kind", Importance.USUAL),
                column("what it is", Importance.USUAL),
                column("groups", Importance.DETAIL),
                column("waits", Importance.MINOR),
                column("by", Importance.DETAIL),
                column("available", Importance.KEY));
        Grants grants = new Grants();
        List<List<String>> rows = context.registry().all().stream()
                .sorted(Comparator.comparingInt(ListCommand::place))
                .map(transport -> row(transport, grants))
                .toList();
        TextGrid grid = new TextGrid(columns, rows);
        context.terminal()
                .out()
                .println(Terminal.isRead() ? grid.in(TerminalSize.asked().columns()) : grid);
    }

    private static TextGrid.Column column(String header, Importance importance) {
        return new TextGrid.Column(header, false, importance, MAX_COLUMN_WIDTH);
    }

    private static List<String> row(Transport transport, Grants grants) {
        Set<String> groups = new TreeSet<>(transport.info().groups());
        String kind = kind(transport);
        groups.remove(kind);
        return List.of(
                transport.id(),
                kind,
                transport.info().title(),
                String.join(", ", groups),
                transport.traits().waitStrategy().label(),
                transport.info().library().nameAndVersion(),
                availability(transport, grants));
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
