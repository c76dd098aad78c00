package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.cli.Console;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directories that describe transports. */
class DescriptionsTest {
    private static final String GOOD =
            "{'id':'mine','title':'my own','waits':'blocking','traits':['detects-close'],'peer':['sh','-c','true']}";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '^',
            value = {
                "'id':'mine',;;'id' is missing",
                "'mine';'My own';'id': 'My own' is not an id of a transport",
                "'title':'my own',;;'title' is missing",
                "'my own';7;'title' is not a line of text",
                "'waits':'blocking',;;'waits' is missing",
                "'blocking';'sleeping';'waits' is 'sleeping'; allowed: blocking, spinning",
                "detects-close;lossy;'traits' has 'lossy'; allowed: datagram, detects-close",
                "['detects-close'];true;'traits' is not a list",
                ",'peer':['sh','-c','true'];;'server' is missing",
                "'peer';'server';'client' is missing",
                "['sh','-c','true'];[];'peer' is no command",
                "['sh','-c','true'];'sh';'peer' is not a list of texts",
                "'id';'client':['a'],'id';'peer' is the command of both peers",
                "'id';'largestMessage':0,'id';'largestMessage' must be a whole number between 1 and 1073741824",
                "'id';'largestMessage':'big','id';'largestMessage' must be a whole number",
                "'id';'needs':[{'check':['sh']}],'id';'needs' has an entry without exactly 'check' and 'install'",
                "'id';'questions':['block'],'id';'questions' has 'block'; allowed: latency, throughput, load",
                "'id';'leaves':['/dev/shm/mine*'],'id';'leaves' has '/dev/shm/mine*'; use an absolute path whose last part contains {scratch}",
                "'id';'leaves':['/dev/shm/{scratch}['],'id';'leaves' has '/dev/shm/{scratch}['; use an absolute path",
                "'id';'groups':['classic'],'id';'groups' has 'classic'",
                "my own;my\\town;'title' is not a line of text",
                "'id';'largestMessage':'8','id';'largestMessage' must be a whole number",
                "'waits';'wait';'wait', did you mean 'waits'? Allowed: buffer",
            })
    void badMemberIsRefusedInOneLine(String part, String replacement, String refusal) throws IOException {
        write(GOOD.replace(part, replacement == null ? "" : replacement));

        assertRefused("transport.json'", refusal);
    }

    @Test
    void fileThatIsNoJsonIsRefusedInOneLine() throws IOException {
        write("{'id':");
        assertRefused("transport.json' is not JSON: ");

        write("[]");
        assertRefused("transport.json' is not a JSON object");
    }

    @Test
    void directoryWithoutDescriptionIsRefused() {
        assertRefused("describes no transport; it needs a file transport.json");
    }

    @Test
    void idOfAnotherTransportIsRefused() throws IOException {
        write(GOOD.replace("mine", "uds"));

        assertRefused("two transports on the class path are called uds");
    }

    @Test
    void csvNameOfAnotherTransportIsRefused() throws IOException {
        write(GOOD.replace("'id'", "'csv':'Fifo (Named Pipe)','id'"));

        assertRefused("'csv' of the transport mine is 'Fifo (Named Pipe)', as that of fifo is");
    }

    @Test
    void missingCommandIsToldWithTheLineThatInstallsIt() throws IOException {
        write(GOOD.replace("'peer'", "'needs':[{'check':['no-such-command'],'install':'install mine'}],'peer'"));

        Console console = Console.of("list", "--plugin", directory.toString());

        assertThat(console.exitCode()).isZero();
        assertThat(String.join("\n", console.out()))
                .contains("mine", "my own", "no: the command no-such-command is missing; install mine");
    }

    @Test
    void checkThatFailsIsToldWithItsLastLine() throws IOException {
        write(GOOD.replace(
                "'peer'",
                "'needs':[{'check':['sh','-c','echo no libfoo; exit 1'],'install':'install libfoo'}],'peer'"));

        assertThat(String.join(
                        "\n",
                        Console.of("list", "--plugin", directory.toString()).out()))
                .contains("fails: no libfoo; install libfoo");
    }

    private void write(String description) throws IOException {
        Files.writeString(directory.resolve("transport.json"), description.replace('\'', '"'));
    }

    private void assertRefused(String... words) {
        Console console = Console.of("throughput", "--plugin", directory.toString(), "--dry-run");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("--plugin")
                .contains(words);
    }
}
