package org.ipcbench.cli.options;

import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.TerminalSize;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.report.table.TableStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The width of tables. */
public final class WidthOption {
    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            converter = Converters.Columns.class,
            description =
                    "Characters in a line; columns that do not fit are left out and named (default: the terminal's; a file or pipe"
                            + " has all).")
    @Nullable
    Integer columns;

    /** The style of tables that fit. */
    public TableStyle style() {
        if (columns != null) {
            return TableStyle.terminal(columns);
        }
        return Terminal.isRead() ? TableStyle.terminal(TerminalSize.asked().columns()) : TableStyle.TERMINAL;
    }
}
