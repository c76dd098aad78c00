package org.ipcbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
