package org.ipcbench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.cli.Main;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the build leaves beside the jar. */
@EnabledOnOs(OS.LINUX)
class InstallationIT {
    private static final Path TARGET = Path.of("..", "target").toAbsolutePath().normalize();

    @Test
    void commandRunsTheJarFromAnyDirectoryAndThroughALink(@TempDir Path elsewhere)
            throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(elsewhere.resolve("ipcb"), TARGET.resolveSibling("ipcbench"));
        Process process = new ProcessBuilder(link.toString(), "--version")
                .directory(elsewhere.toFile())
                .redirectErrorStream(true)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(output.strip()).matches("ipcbench \\S+");
        assertThat(process.exitValue()).isZero();
    }

    /** The usual build makes none. */
    @Tag("full")
    @Test
    void everyCommandHasAManPageWithAllItsOptions() throws IOException {
        CommandLine root = Main.commandLine(new CliContext(
                new Terminal(InputStream.nullInputStream(), System.out, System.err), TransportRegistry.load(), ""));
        Set<String> expected = new TreeSet<>();
        for (CommandLine command : Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .toList()) {
            String name = command.getCommandSpec().qualifiedName("-") + ".1";
            expected.add(name);
            String page =
                    Files.readString(TARGET.resolve("man/man1").resolve(name)).replace("\\-", "-");
            assertThat(page).startsWith("'\\\" t").contains(".SH \"SYNOPSIS\"", ".SH \"NAME\"");
            command.getCommandSpec()
                    .options()
                    .forEach(option -> assertThat(page).contains(option.names()));
        }
        try (Stream<Path> pages = Files.list(TARGET.resolve("man/man1"))) {
            List<String> names =
                    pages.map(page -> page.getFileName().toString()).sorted().toList();
            assertThat(names).containsExactlyElementsOf(expected);
        }
    }
}
