package org.ipcbench.cli.options;

import java.util.Locale;
import java.util.Set;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.Terminal.TerminalSize;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.ExportFormats;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.environment.Environment;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.text.SummaryText.RunText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which text of a run is printed. */
public final class TextOptions {
    @Mixin
    public WidthOption width = new WidthOption();

    @Option(
            names = "--blocks",
            description =
                    "Print the lines of every cell, too, on a terminal as in a file or pipe; always without a command.")
    public boolean blocks;

    /** The text of a run: on a terminal the tables in its width, elsewhere all of it. */
    public RunText text(Locale locale, Environment environment) {
        return text(locale, environment, blocks || !Terminal.isRead());
    }

    public RunText withBlocks(Locale locale, Environment environment) {
        return text(locale, environment, true);
    }

    private RunText text(Locale locale, Environment environment, boolean withBlocks) {
        return new RunText(locale, RunConditions.of(environment), width.style(), withBlocks);
    }

    /** Formats of other programs in which a run is exported. */
    public static final class ExportOptions {
        @Option(
                names = "--export",
                paramLabel = "FORMATS",
                completionCandidates = ExportFormats.Formats.class,
                description =
                        "Comma-separated further formats for the directory of the run: ${COMPLETION-CANDIDATES} (default: none).")
        public ExportFormats formats = new ExportFormats(Set.of());
    }

    /** The language of texts. */
    public static final class LanguageOption {
        @Option(
                names = "--locale",
                paramLabel = "de|en",
                converter = NamedChoices.Language.class,
                completionCandidates = NamedChoices.Language.class,
                description = "Language of summaries (default: the system's).")
        public Locale locale = Locale.getDefault(Locale.Category.DISPLAY);
    }

    /** The width of tables. */
    public static final class WidthOption {
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
}
