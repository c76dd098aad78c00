package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of one test, on a site of its own, all ended when the test is. */
public abstract class RunningJobs {
    /** A prefix of a server each of whose accepts begins after 300 ms. */
    protected static final String SLOW_TO_ACCEPT =
            "strace -f -qq -o /dev/null -e trace=accept,accept4 -e inject=accept,accept4:delay_enter=300000";

    public final List<Job> jobs = new ArrayList<>();
    public JobSite site = new JobSite(Path.of(""));

    @BeforeEach
    void prepare(@TempDir(factory = JobSite.Factory.class) Path root) throws IOException {
        site = JobSite.at(root);
    }

    /** A test that has failed may have left objects elsewhere, and their records go with the site. */
    @AfterEach
    public final void endAll() throws InterruptedException {
        for (Job job : jobs) {
            job.close();
        }
        if (Files.isDirectory(site.temporary())) { // a job may have had to do without
            ScratchDirectory.removeLeftOvers(
                    site.temporary(), TransportRegistry.load().all(), System.err::println);
        }
    }

    public final Job start(String... arguments) throws IOException {
        return startBehind(List.of(), arguments);
    }

    /** Starts the program behind a command that ends in running its arguments. */
    public final Job startBehind(List<String> prefix, String... arguments) throws IOException {
        Job job = Job.startBehind(site, prefix, arguments);
        jobs.add(job);
        return job;
    }

    /** Runs to the end, with success and leaving nothing but results. */
    public final Job measured(String... arguments) throws IOException, InterruptedException {
        return measuredBehind(List.of(), arguments);
    }

    /** Runs to the end, leaving nothing but results; a busy machine may reach none of the rates. */
    public final Job offered(String... arguments) throws IOException, InterruptedException {
        Job job = start(arguments);
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isBetween(0, 1);
        site.assertNothingLeft();
        return job;
    }

    /**
     * Runs to the end as above, with one iteration of each cell after hardly any warm-up.
     *
     * @param words arguments without spaces
     * @param further arguments after them
     */
    public final Job measuredOnce(String words, String... further) throws IOException, InterruptedException {
        return measured(Stream.of((words + " -i 1 --warmup 20ms").split(" "), further)
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }

    /** Runs behind a command to the end, with success and leaving nothing but results. */
    public final Job measuredBehind(List<String> prefix, String... arguments) throws IOException, InterruptedException {
        Job job = startBehind(prefix, arguments);
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        site.assertNothingLeft();
        return job;
    }

    /** Not where the program is missing or old, or one process must not look at another. */
    protected static boolean hasStrace() throws IOException, InterruptedException {
        try {
            return succeeds(List.of("strace", "-f", "--seccomp-bpf", "-qq"), "true");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a command that follows a prefix ends with exit code 0. */
    public static boolean succeeds(List<String> prefix, String command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(prefix);
        all.add(command);
        return new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
