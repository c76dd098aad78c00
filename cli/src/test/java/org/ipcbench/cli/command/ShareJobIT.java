package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A real run of a user with a name of her own, handed on. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class ShareJobIT {
    private static final String USER = "janequincy";
    private static final String HOST = "buildseven";

    @TempDir(factory = JobSite.Factory.class)
    private Path place;

    @Test
    void noByteOfASharedRunTellsWhoseItIs() throws IOException, InterruptedException {
        JobSite site = JobSite.at(place);
        List<String> user = List.of("-Duser.name=" + USER, "-Duser.home=/home/" + USER);
        try (Job measured = Job.startInJvm(
                site,
                user,
                "latency",
                "-t",
                "uds",
                "-s",
                "64",
                "--placement",
                "unpinned",
                "-n",
                "100",
                "-i",
                "1",
                "--warmup",
                "1ms",
                "--label",
                "host=" + HOST,
                "--jvm-args",
                "-Dlog=/home/" + USER + "/log -Dat=" + HOST)) {
            assertThat(measured.exitCode()).as("%s", measured.err()).isZero();
        }
        Path file = place.resolve("shared.zip");

        List<String> text;
        try (Job share = Job.startDialogue(
                site,
                List.of("env", "JDK_JAVA_OPTIONS=" + String.join(" ", user)),
                "share",
                site.run().toString(),
                file.toString())) {
            assertThat(share.exitCode()).as("%s", share.err()).isZero();
            text = share.out();
        }

        String[] secrets = {
            USER,
            HOST,
            place.toString(),
            site.temporary().toString(),
            Path.of("").toAbsolutePath().toString()
        };
        assertThat(String.join("\n", text)).doesNotContainIgnoringCase(secrets);
        int files = 0;
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                assertThat(new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1))
                        .as(entry.getName())
                        .isNotEmpty()
                        .doesNotContainIgnoringCase(secrets);
                files++;
            }
        }
        assertThat(files).isEqualTo(4);
        assertThat(Console.of("report", file.toString()).out())
                .isEqualTo(Console.of("report", site.run().toString()).out());
        site.assertNothingLeft();
    }
}
