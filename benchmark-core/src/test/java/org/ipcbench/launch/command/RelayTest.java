package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.plan.cell.Dimension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RelayTest {
    @TempDir
    private Path directory;

    @Test
    void addressesAreFilledIn() throws IOException {
        assertThat(words("socat UNIX-LISTEN:{in},fork 'UNIX-CONNECT:{out}'", "/a", "/b"))
                .containsExactly("socat", "UNIX-LISTEN:/a,fork", "UNIX-CONNECT:/b");
        assertThat(new Relay(List.of("/peer", "{in}", "{out}"), "c", 1).words("1", "2", directory))
                .containsExactly("/peer", "1", "2");
    }

    @Test
    void configurationsAreWritten() throws IOException {
        Path file = directory.resolve("relay.conf");
        assertThat(words("haproxy -f {file}", "4001", "4002")).containsExactly("haproxy", "-f", file.toString());
        assertThat(file).content().contains("bind 127.0.0.1:4001\n", "server server 127.0.0.1:4002\n");

        Path template = Files.writeString(directory.resolve("own"), "from {in} to {out}");
        assertThat(words("proxy {file:%s}".formatted(template), "/a", "/b")).containsExactly("proxy", file.toString());
        assertThat(file).hasContent("from /a to /b");
    }

    @Test
    void commandWithoutAddressesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Relay(List.of(), "socat {in}", 1).requireAddresses())
                .withMessageContaining("and {out}, to which it connects");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Relay(List.of(), "nginx -c {file}", 1).requireAddresses())
                .withMessageContaining("{file:PATH}");
    }

    /** As a shell gives them to the option: only quotes around all of a command are those of the list. */
    @Test
    void commandsKeepTheirInnerQuotes() throws IOException {
        List<String> labels = Dimension.RELAY.parse(
                "none,sh -c 'exec \"a b\" {in} {out}', \"sh -c 'c, d' {in} {out}\" ,socat {in} {out}");

        assertThat(labels).hasSize(4).contains("none", "socat {in} {out}");
        assertThat(words(labels.get(1), "1", "2")).containsExactly("sh", "-c", "exec \"a b\" 1 2");
        assertThat(words(labels.get(2), "1", "2")).containsExactly("sh", "-c", "c, d", "1", "2");
    }

    private List<String> words(String label, String in, String out) throws IOException {
        Relay relay = new Relay(List.of(), label, 1);
        relay.requireAddresses();
        return relay.words(in, out, directory.resolve("relay.conf"));
    }
}
