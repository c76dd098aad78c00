package org.ipcbench.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.SampleJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the first pages, in their order, in one shell for each page and an empty home; and of the claims. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class PageCommandsIT {
    private static final Path CLONE = Path.of("..").toAbsolutePath().normalize();
    private static final Path TARGET = CLONE.resolve("target");

    /** What is added to a command that measures. */
    private static final String LITTLE = " --duration 20ms --warmup 20ms";

    private static final String ONCE = " -i 1" + LITTLE;

    /** Ends with 0 or, because of what this machine is or does meanwhile, with 1. */
    private static final String OR_ONE = " || test $? = 1";

    private static final String TABLE = "(?s).*\\| rank \\| transport .*\\| %s .*";

    /** Findings of three lines each, and their number. */
    private static final String DIAGNOSIS =
            "(measured: .+\n)?((serious|moderate|note): .+: .+\n  figures: .+\n  remedy: .+\n)*(nothing found .+|found: \\d+ .+)\n";

    private static final Set<String> MEASURING =
            Set.of("throughput", "latency", "connect", "load", "block", "transfer", "fail", "publish", "advise");

    /** Options of a page whose values this machine may lack. */
    private static final String NOT_HERE =
            " --vary (?:via=(?:'[^']*'|\\S+)|(?:jvm|peer)=\\S+)| --server-address \\S+| --remote-java \\S+";

    /** Stands before the output of each command. */
    private static final String MARK = "== command";

    @TempDir(factory = JobSite.Factory.class)
    private Path directory;

    /**
     * How the test runs a command of a page.
     *
     * @param command what it runs instead
     * @param shape pattern of all the command's output
     */
    private record Trial(String command, String shape) {
        /** Installs or builds what the test has already; {@code tools/try-release.sh} tries it in another system. */
        static final Trial ELSEWHERE = new Trial(":", "");
    }

    @Test
    void everyCommandOfReadmeWorks() throws IOException, InterruptedException {
        String first = "java -jar target/ipc-benchmarktest.jar ";
        tryAll(
                "README.md",
                Map.of(
                        "mvn verify",
                        Trial.ELSEWHERE,
                        "./ipcbench 2 2048,4096 2",
                        new Trial(
                                "./ipcbench latency -s 1024 --placement same-cpu -t pipe,zmq" + ONCE,
                                "(?s).*\nlatency, 1024 bytes, placement same-cpu, .*" + TABLE.formatted("zmq")),
                        first + "2 2048,4096 2",
                        new Trial(
                                first + "0.002 2048,4096 2 -t uds --warmup 20ms",
                                "(?s)(Transport: .*\nPacket size: (2048|4096) bytes, iterations: 2, total: .*){2}"),
                        "export PATH=\"$PWD:$PATH\" MANPATH=\"$PWD/target/man:$MANPATH\"",
                        new Trial(
                                "MANPATH=; export PATH=\"$PWD:$PATH\" MANPATH=\"$PWD/target/man:$MANPATH\"; ipcbench --version",
                                "ipcbench \\S+\n"),
                        "source target/completion/ipcbench.bash",
                        new Trial(
                                "source target/completion/ipcbench.bash; complete -p ipcbench",
                                "complete .* ipcbench\n")));
    }

    @ByTurns(day = 1)
    @Test
    void everyCommandOfTheQuickStartWorks() throws IOException, InterruptedException {
        copyBuilds();
        String first = "ipcbench latency -t pipe,uds,tcp,sysv-shm,posix-mq -s 1K --placement same-cpu";
        String advise = "ipcbench advise --size 800 --rate 50K --p99 200us --placement split-cpu";
        String gate =
                "ipcbench latency -t uds -s 1K -i 12 --placement same-cpu --vary jar=old.jar,new.jar --fail-on slower:5%";
        tryAll(
                "docs/quick-start.md",
                Map.of(
                        "tar -xzf ipcbench-0.1.0-linux-x64.tar.gz && export PATH=\"$PWD/ipcbench-0.1.0-linux-x64/bin:$PATH\"",
                        Trial.ELSEWHERE,
                        "sudo apt install ./ipcbench_0.1.0_amd64.deb",
                        Trial.ELSEWHERE,
                        "ipcbench doctor",
                        new Trial("ipcbench doctor" + OR_ONE, DIAGNOSIS),
                        "ipcbench list",
                        new Trial("ipcbench list", "(?s).*\\btcp\\b.*\\buds\\b.*\\bposix-mq\\b.*"),
                        first,
                        new Trial(first + "" + ONCE, TABLE.formatted("posix-mq")),
                        advise,
                        new Trial(
                                advise + " -t pipe,uds" + ONCE + OR_ONE,
                                "(?s)(Take|None certainly) .*\nRepeat with: (\\S*ipcbench|\\S*java .*-jar \\S+) advise .*\\| candidate \\|.*"),
                        gate,
                        new Trial(
                                "XDG_CACHE_HOME=/dev/null " + gate.replace("-i 12", "-i 2" + LITTLE)
                                        + " || case $? in 1 | 125) ;; *) false ;; esac",
                                "(?s).*rate ÷ rate of .* \\(old.jar\\) in the same rounds:\n.*")));
    }

    private void copyBuilds() throws IOException {
        for (String build : List.of("old.jar", "new.jar")) {
            Files.copy(TARGET.resolve("ipc-benchmarktest.jar"), directory.resolve(build));
        }
    }

    /** They measure for minutes, and what they measure has tests of its own. */
    @Test
    void everyCommandBesideAClaimCanBePlanned() throws IOException {
        String plugin = SampleJar.chronicleQueue(directory).toString();
        MarkdownPage claims = MarkdownPage.of("docs/evidence/claims.md");

        assertThat(claims.commandsInText())
                .hasSizeGreaterThan(claims.rows("source").size())
                .allSatisfy(command -> {
                    List<String> words = List.of(command.replace("JAR", plugin).split(" ", -1));
                    Console plan = Console.dry(words.subList(1, words.size()).toArray(String[]::new));
                    assertThat(plan.exitCode())
                            .as("%s: %s", command, plan.err())
                            .isZero();
                    assertThat(plan.out()).isNotEmpty();
                });
    }

    /** With builds and files of this test in the place of those that a page names, without containers, other JVMs, Python and drivers. */
    @Test
    void everyMeasuringCommandOfTheRecipesCanBePlanned() throws IOException {
        copyBuilds();
        Path calls = Files.writeString(directory.resolve("calls.txt"), "0 100\n0.001 200\n");
        Path file = Files.writeString(directory.resolve("data.bin"), "data");
        List<List<String>> commands = MarkdownPage.of("docs/recipes.md")
                .commandsOfTheSuite()
                .map(command -> command.replaceAll(NOT_HERE, "")
                        .replace("--plugin redis-endpoint.jar ", "")
                        .replace("redis://127.0.0.1:6379,redis+unix:/run/redis.sock", "http://127.0.0.1:6379/")
                        .replaceAll("\\w+\\.jar", directory + "/$0")
                        .replace("data.bin --generate 1G", file.toString())
                        .replace("copy.bin", directory.resolve("copy.bin").toString())
                        .replaceAll("(py-pipe|rs-iceoryx2|node-ipc),", "") // their libraries are not here
                        .replace("py-queue", "pipe")
                        .replace(" --plugin samples/described", "")
                        .replace("calls.txt", calls.toString()))
                .map(MarkdownPage::words)
                .filter(words -> MEASURING.contains(words.get(0)))
                .toList();

        assertThat(commands).hasSizeGreaterThan(MEASURING.size()).allSatisfy(words -> {
            Console plan = Console.dry(words.toArray(String[]::new));
            assertThat(plan.exitCode()).as("%s: %s", words, plan.err()).isZero();
            assertThat(plan.out()).isNotEmpty();
        });
    }

    /** A command that nobody says how to try fails the test. */
    private void tryAll(String page, Map<String, Trial> trials) throws IOException, InterruptedException {
        List<String> commands = MarkdownPage.of(page).commands();
        assertThat(commands)
                .as("commands of %s, each with its trial here", page)
                .containsExactlyInAnyOrderElementsOf(trials.keySet());
        Files.createSymbolicLink(directory.resolve("target"), TARGET);
        Files.createSymbolicLink(directory.resolve("ipcbench"), CLONE.resolve("ipcbench"));
        StringBuilder script = new StringBuilder("set -eu\n");
        commands.forEach(each -> script.append("echo '%s'\n%s\n"
                .formatted(MARK, trials.getOrDefault(each, Trial.ELSEWHERE).command())));

        List<String> outputs = outputs(script.toString());

        for (int i = 0; i < commands.size(); i++) {
            Trial trial = trials.getOrDefault(commands.get(i), Trial.ELSEWHERE);
            assertThat(outputs.get(i)).as(commands.get(i)).matches(trial.shape());
        }
    }

    /** What each command printed. */
    private List<String> outputs(String script) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", script)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = bash.environment();
        environment.remove("JAVA_HOME");
        environment.put("HOME", directory.toString());
        environment.put("XDG_CACHE_HOME", directory.resolve(".cache").toString()); // Java asks the system for the home
        environment.put(
                "PATH",
                String.join(
                        File.pathSeparator,
                        CLONE.toString(),
                        Path.of(System.getProperty("java.home"), "bin").toString(),
                        environment.get("PATH")));
        Process process = bash.start();
        try {
            assertThat(process.waitFor(2 * Job.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as("%s", Files.readString(err))
                    .isTrue();
            assertThat(process.exitValue()).as("%s", Files.readString(err)).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String[] outputs = Files.readString(directory.resolve("out")).split(MARK + "\n", -1);
        return Arrays.asList(outputs).subList(1, outputs.length);
    }
}
