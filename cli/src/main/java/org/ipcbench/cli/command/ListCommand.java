package org.ipcbench.cli.command;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
                column("what it is", Importance.USUAL),
                column("groups", Importance.DETAIL),
                column("waits", Importance.MINOR),
                column("by", Importance.DETAIL),
                column("available", Importance.KEY));
        Grants grants = new Grants();
        List<List<String>> rows = context.registry().all().stream()
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
        return List.of(
                transport.id(),
                transport.info().title(),
                String.join(", ", new TreeSet<>(transport.info().groups())),
                transport.traits().waitStrategy().label(),
                transport.info().library().nameAndVersion(),
                availability(transport, grants));
    }

    private static String availability(Transport transport, Grants grants) {
        Optional<String> obstacle = ScratchDirectory.obstacle(FileSystems.getDefault());
        if (obstacle.isPresent()) {
            return "no: " + obstacle.get();
        }
        return grants.to(transport) instanceof Unavailable unavailable ? "no: " + unavailable : "yes";
    }
}
