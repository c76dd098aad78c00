package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the kernel's files are hidden: what works is measured, and the doctor tells what is not visible. */
@EnabledOnOs(OS.LINUX)
class SurroundingsJobIT extends RunningJobs {
    private static final List<String> NAMESPACES =
            List.of("unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c");

    /** The first two need nothing of the kernel's files, the others have their limits there. */
    private static final String TRANSPORTS = "tcp,pipe,sysv-shm,sysv-mq,posix-mq";

    /** How settings or all but processes are hidden, one by turns, and what the doctor then misses. */
    static List<Arguments> hidings() {
        return Turns.today()
                .one(List.of(
                        Arguments.of(
                                "mount -t proc proc /proc && mount -t tmpfs none /proc/sys && mount -t tmpfs none /sys",
                                "/proc/sys/net, /sys/devices/system/cpu"),
                        Arguments.of("mount -t proc -o subset=pid proc /proc", "/proc/stat, /proc/meminfo")));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("hidings")
    void whatWorksIsMeasuredWhereFilesOfTheKernelAreHidden(String hide, String hidden) throws Exception {
        List<String> prefix = inside(hide);

        Job list = job(Job.startDialogue(site, prefix, "list"));
        assertThat(list.exitCode()).as("%s", list.err()).isZero();
        assertThat(list.out()).noneMatch(line -> line.contains("CONFIG_"));

        Job doctor = job(Job.startDialogue(site, prefix, "doctor", "-t", TRANSPORTS));
        doctor.exitCode();
        assertThat(String.join("\n", doctor.out()))
                .as("%s", doctor.err())
                .contains("note: not visible here: ", hidden)
                .doesNotContain("not available");

        assertMeasured(job(Job.startBehind(site, prefix, measuring(TRANSPORTS))), site, TRANSPORTS);
    }

    /** As debootstrap makes them: a directory that becomes the root, which no mount lists. */
    @Tag("full")
    @Test
    void chrootWhoseRootIsNoMountPointIsNoObstacle() throws Exception {
        Path root = Files.createDirectory(site.root().resolve("root"));
        JobSite inside = new JobSite(root.resolve(Path.of("/").relativize(site.root())));
        Files.createDirectories(inside.temporary());
        Path top = Path.of("/").resolve(site.root().getName(0));
        Path program = Job.JAR.getParent().getParent();
        String binds = """
                for d in /* %s %s; do \
                if [ "$d" = %s ] || [ ! -d "$d" ]; then :; \
                elif [ -L "$d" ]; then cp -P "$d" %s/; \
                else mkdir -p "%s$d" && mount --rbind "$d" "%s$d" || exit 1; fi; done; \
                mount -t proc proc %s/proc && set -- chroot %s "$@"\
                """.formatted(program, System.getProperty("java.home"), top, root, root, root, root, root);
        List<String> prefix = inside(binds);

        assertMeasured(job(Job.startBehind(site, prefix, measuring("uds,posix-mq"))), inside, "uds,posix-mq");
    }

    private static String[] measuring(String transports) {
        return ("latency --transports %s --sizes 64 -n 100 --iterations 1 --warmup 10ms"
                        + " --no-progress --placement unpinned")
                .formatted(transports)
                .split(" ", -1);
    }

    private static void assertMeasured(Job run, JobSite site, String transports) throws Exception {
        assertThat(run.exitCode()).as("%s %s", run.err(), run.out()).isZero();
        assertThat(site.table())
                .hasSize(transports.split(",", -1).length)
                .allSatisfy(row -> assertThat(row).containsEntry("Status", "measured"));
    }

    private static List<String> inside(String preparation) throws Exception {
        List<String> prefix = new ArrayList<>(NAMESPACES);
        prefix.addAll(List.of(preparation + " && exec \"$@\"", "sh"));
        List<String> trial = new ArrayList<>(prefix);
        trial.add("true");
        Process tried = new ProcessBuilder(trial).redirectErrorStream(true).start();
        String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeThat(tried.waitFor())
                .as("such surroundings can be made here: %s", said)
                .isZero();
        return prefix;
    }

    private Job job(Job job) {
        jobs.add(job);
        return job;
    }
}
