package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final Redaction REDACTION = Redaction.ofHome("/home/alice");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dpw=",
                "-DdbPw=",
                "-Ddb.pwd=",
                "-DPASSWORD=",
                "-Djavax.net.ssl.keyStorePassword=",
                "-Dmypasswd=",
                "-Dclient_secret=",
                "-DaccessToken=",
                "-Dapikey=",
                "-Daws.secretAccessKey=",
                "-Dcloud.Credentials=",
                "-Dproxy.auth=",
                "-Dservice=1&auth=",
                "-Durl=jdbc:mysql://db/x?user=a&password=",
                "-javaagent:/opt/agent.jar=",
                "-agentlib:agent=",
                "-agentpath:/opt/agent.so="
            })
    void valueWhoseNameSuggestsASecretIsMasked(String name) {
        assertThat(REDACTION.flags(List.of(name + "hunter2"))).containsExactly(name + "***");
    }

    @ParameterizedTest
    @CsvSource({
        "?AUTH hunter2, true",
        "?CONFIG SET requirepass hunter2, true",
        "?ALTER USER me PASSWORD 'hunter2', true",
        "?a=1&access_token=hunter2, true",
        "?GET key:5, false",
        "?SELECT author FROM books, false",
        "?id=5, false",
    })
    void whatAServerIsAskedMayHaveASecret(String asked, boolean isSecret) {
        assertThat(Redaction.isSecret(asked)).isEqualTo(isSecret);
    }

    @Test
    void passwordInAnAddressIsMasked() {
        assertThat(REDACTION.flags(List.of("-Dproxy=http://bob:hunter2@host:80/x")))
                .containsExactly("-Dproxy=http://***@host:80/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=67108864",
                "-Djava.io.tmpdir=/tmp/alice",
                "-Xlog:all=warning:stderr",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dspawn=2",
                "-Dkeyboard=de",
                "-Dfile=/home/alicette/x",
                "-javaagent:/opt/agent.jar"
            })
    void otherFlagsAreUnchanged(String flag) {
        assertThat(REDACTION.flags(List.of(flag))).containsExactly(flag);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "env 'DB_PASSWORD=a b' nice | env 'DB_PASSWORD=*** nice",
                "env DB_PASSWORD='a b' nice | env DB_PASSWORD=*** nice",
                "env \"TOKEN=a\\\" b\" nice | env \"TOKEN=*** nice",
                "sshpass -p pw ssh host | sshpass -p *** ssh host",
                "/usr/bin/sshpass -p 'a b' ssh -p 22 host | /usr/bin/sshpass -p *** ssh -p 22 host",
                "sshpass -p'pw' ssh host | sshpass -p*** ssh host",
                "sshpass -p -pw ssh host | sshpass -p *** ssh host",
                "kubectl --token abc exec pod -- | kubectl --token *** exec pod --",
                "kubectl --token=abc exec pod -- | kubectl --token=*** exec pod --",
                "run --password='a b' -i | run --password=*** -i",
                "run --tokens --other=x | run --tokens --other=x",
                "ip netns exec b | ip netns exec b",
                "ssh -p 22 'my host' | ssh -p 22 'my host'"
            })
    void secretOfAPrefixIsMaskedThoughItHasBlanks(String prefix, String published) {
        assertThat(REDACTION.arguments(List.of("--server-via", prefix)).get(1))
                .satisfies(text -> assertThat(text.replace("***'", "***").replace("***\"", "***"))
                        .isEqualTo(published));
    }

    @Test
    void wordsOfASplitPrefixMayHoldBlanks() {
        assertThat(REDACTION.words(List.of("env", "DB_PASSWORD=a b", "sshpass", "-p", "c d", "ssh", "-p", "22")))
                .containsExactly("env", "DB_PASSWORD=***", "sshpass", "-p", "***", "ssh", "-p", "22");
    }

    @Test
    void labelIsMaskedAsAWhole() {
        assertThat(REDACTION.arguments(List.of("--label", "token=a b", "--label=token=c d", "--label", "note=a b")))
                .containsExactly("--label", "token=***", "--label=token=***", "--label", "note=a b");
    }

    @Test
    void usersHomeBecomesATilde() {
        assertThat(REDACTION.flags(List.of(
                        "-XX:SharedArchiveFile=/home/alice/.cache/a.jsa",
                        "-Xbootclasspath/a:/home/alice:/home/alice/b")))
                .containsExactly("-XX:SharedArchiveFile=~/.cache/a.jsa", "-Xbootclasspath/a:~:~/b");
    }

    @Test
    void homeBehindALinkBecomesATildeByBothNames(@TempDir Path directory) throws IOException {
        Path real = Files.createDirectory(directory.toRealPath().resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);

        assertThat(Redaction.ofHome(link.toString()).text("%s/a %s/b".formatted(link, real)))
                .isEqualTo("~/a ~/b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?", "/"})
    void withoutAHomeNothingIsReplaced(String home) {
        assertThat(Redaction.ofHome(home).text("/opt/x?")).isEqualTo("/opt/x?");
    }
}
