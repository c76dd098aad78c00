package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is found depends on other processes. */
@EnabledOnOs(OS.LINUX)
@Tag("full")
class DoctorJobIT extends RunningJobs {

    @ByTurns(day = 1)
    @Test
    void runThatIsUnderWayIsSeriousAndLeftOversAreNamedAndRemovedWhenAsked() throws IOException, InterruptedException {
        Job other = start(
                ("load -t uds -s 64 -i 1 --rate 10 --pacing sleep --duration 2m --warmup 1ms" // leaves the CPUs idle
                                + " --placement unpinned")
                        .split(" "));
        other.awaitPair();
        Path left = Files.createDirectory(site.temporary().resolve("ipcbench-1"));
        Files.writeString(left.resolve("owner"), ownerOfAnEarlierBoot());

        Job named = start("doctor", "-t", "uds");
        assertThat(named.exitCode()).isEqualTo(1);
        assertThat(named.out())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("serious: other run under way: ")
                        .endsWith(" is in use by process " + other.pid()))
                .contains("note: left-overs: killed runs have left " + left);
        assertThat(left).exists();
        other.kill("INT");
        assertThat(other.exitCode()).isEqualTo(130);
        Path measured = site.run();

        Job cleaned = start("doctor", "--clean", "-t", "uds");
        assertThat(cleaned.exitCode()).isBetween(0, 1);
        assertThat(cleaned.out()).noneMatch(line -> line.contains("left-overs"));
        assertThat(cleaned.err()).isEmpty();
        site.assertNothingLeft();
        assertThat(site.runs()).as("nothing is measured").containsExactly(measured);
    }

    /** As a run of before the machine was started again has left it. */
    private static String ownerOfAnEarlierBoot() throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        return "owner 999999999 1 pid:[1] earlier-boot " + host;
    }
}
