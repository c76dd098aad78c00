package org.ipcbench.cli.command;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what can be measured on this machine. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the transports, and why some are not available on this machine.")
public final class ListCommand implements Runnable {
    private static final int MAX_COLUMN_WIDTH = 60;

    @Option(names = PluginOption.NAME, paramLabel = "JAR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    private final CliContext context;

    public ListCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        context.terminal()
                .out()
                .println(AsciiTable.getTable(
                        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                        context.registry().all(),
                        List.of(
                                column("id", Transport::id),
                                column(
                                        "what it is",
                                        transport -> transport.info().title()),
                                column(
                                        "groups",
                                        transport -> String.join(
                                                ", ",
                                                new TreeSet<>(transport.info().groups()))),
                                column(
                                        "waits",
                                        transport -> transport
                                                .traits()
                                                .waitStrategy()
                                                .label()),
                                column(
                                        "by",
                                        transport -> transport.info().library().nameAndVersion()),
                                column("available", ListCommand::availability))));
    }

    private static String availability(Transport transport) {
        Optional<String> obstacle = ScratchDirectory.obstacle(FileSystems.getDefault());
        if (obstacle.isPresent()) {
            return "no: " + obstacle.get();
        }
        return transport.availability() instanceof Unavailable unavailable ? "no: " + unavailable : "yes";
    }

    private static ColumnData<Transport> column(String header, Function<Transport, String> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.LEFT)
                .dataAlign(HorizontalAlign.LEFT)
                .maxWidth(MAX_COLUMN_WIDTH)
                .with(value);
    }
}
