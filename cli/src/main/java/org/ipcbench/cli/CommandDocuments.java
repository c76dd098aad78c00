package org.ipcbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.value.CompletionScript;
import org.ipcbench.transport.TransportRegistry;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes the completion script, and the source of a man page for each command. Only the build uses this class: the man page
 * generator is not part of the program.
 */
public final class CommandDocuments {
    private final CommandLine commandLine;

    private CommandDocuments(CommandLine commandLine) {
        this.commandLine = commandLine;
    }

    /**
     * Writes the documents.
     *
     * @param arguments the completion script to write, and the directory of the man pages' sources
     */
    public static void main(String[] arguments) throws IOException {
        CommandDocuments documents = new CommandDocuments(Main.commandLine(new CliContext(
                new Terminal(InputStream.nullInputStream(), System.out, System.err), TransportRegistry.load(), "")));
        documents.writeCompletion(Path.of(arguments[0]));
        documents.writeManPages(Path.of(arguments[1]));
    }

    private void writeCompletion(Path script) throws IOException {
        Files.createDirectories(script.toAbsolutePath().getParent());
        Files.writeString(script, new CompletionScript(commandLine).text());
    }

    private void writeManPages(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (CommandSpec command : commands(commandLine)) {
            Path page = directory.resolve(command.qualifiedName("-") + ".adoc");
            StringWriter text = new StringWriter(); // a PrintWriter on the file would hide write errors
            ManPageGenerator.writeSingleManPage(new PrintWriter(text, true), command);
            Files.writeString(page, text.toString());
        }
    }

    private static List<CommandSpec> commands(CommandLine root) {
        List<CommandSpec> commands = new ArrayList<>(List.of(root.getCommandSpec()));
        root.getSubcommands().values().forEach(each -> commands.addAll(commands(each)));
        return commands;
    }
}
