package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The menu as somebody uses it, or a script that knows what will be asked. */
@EnabledOnOs(OS.LINUX)
class InteractiveIT extends RunningJobs {
    private static final String BRIEF = "--duration 100ms --warmup 20ms ";

    /** Long enough to be struck in the middle of it. */
    private static final String LONG = "--duration 2s --warmup 1ms ";

    @Test
    void questionsAreAnsweredUntilTheUserExits() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF);
        job.type("1", "64", "2", "", "3");

        assertEndsWell(job);
        assertThat(job.out())
                .startsWith(
                        "1. Latency (round-trip)",
                        "2. Throughput (one-way)",
                        "3. Exit",
                        "> 1",
                        "Size in bytes [4096]: 64")
                .endsWith("", "1. Latency (round-trip)", "2. Throughput (one-way)", "3. Exit", "> 3")
                .anyMatch(line -> line.matches("Round trips: \\d+ of 64 bytes in \\d+\\.\\d+ m?s"))
                .anyMatch(line -> line.matches("Mean round trip: \\S+ [um]s, half round trip: \\S+ [um]s"))
                .anyMatch(line -> line.matches("Round-trip percentiles: p50 .*, p90 .*, maximum .*"))
                .anyMatch(line -> line.matches("Round trips per second: \\d+"))
                .anyMatch(line -> line.matches("Messages: \\d+ of 4096 bytes in \\d+\\.\\d+ m?s"))
                .anyMatch(line -> line.matches("Throughput: \\d+\\.\\d MiB/s, \\d+ messages per second"))
                .contains("Success rate: 100.00 % (lost 0)")
                .filteredOn(line -> line.matches("CPU time: client \\d+\\.\\d{3} s, server \\d+\\.\\d{3} s"))
                .hasSize(2);
        assertThat(notes(job)).isEmpty();
        assertThat(site.output()).doesNotExist();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void localeDecidesTheLanguage() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF + "--locale de");
        job.type("1", "64", "3");

        assertEndsWell(job);
        assertThat(job.out())
                .startsWith(
                        "1. Latenz (Umlauf)",
                        "2. Durchsatz (eine Richtung)",
                        "3. Ende",
                        "> 1",
                        "Größe in Bytes [4096]: 64")
                .anyMatch(line -> line.matches("Umläufe: \\d+ mit 64 Bytes in \\d+,\\d+ m?s"))
                .endsWith("", "1. Latenz (Umlauf)", "2. Durchsatz (eine Richtung)", "3. Ende", "> 3");
    }

    @Tag("full")
    @Test
    void allQuestionsGoToTheSamePeersUnlessTheirMemoryIsTooSmall() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF);
        List<Long> pair = job.awaitPair();
        job.type("1", "64");
        job.awaitOut("Round trips: ", 1);
        job.type("2", "1M");
        job.awaitOut("Messages: ", 1);
        job.type("1", "1");
        job.awaitOut("Round trips: ", 2);
        assertThat(job.awaitPair()).isEqualTo(pair);
        assertThat(notes(job)).isEmpty();

        job.type("2", "2M");
        job.awaitOut("Messages: ", 2);
        List<Long> largerPair = job.awaitPair();
        job.type("1", "64");
        job.awaitOut("Round trips: ", 3);
        assertThat(job.awaitPair()).isEqualTo(largerPair).doesNotContainAnyElementsOf(pair);
        assertThat(notes(job)).singleElement().asString().contains("up to 1048576 bytes; larger ones take over");
        job.type("3");
        assertEndsWell(job);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void serverOverStandardStreamsAnswersOneQuestion() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF + "-t pipe");
        List<Long> pair = job.awaitPair();
        job.type("1", "64");
        job.awaitOut("Round trips: ", 1);
        job.type("2", "64");
        job.awaitOut("Messages: ", 1);
        assertThat(job.awaitPair()).doesNotContainAnyElementsOf(pair);
        job.type("1", "64", "3");

        assertEndsWell(job);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Round trips: "))
                .hasSize(2);
        assertThat(job.err()).last().asString().contains("each question gets fresh JVMs");
    }

    @ByTurns(day = 1)
    @Test
    void wrongAnswerIsAskedAgain() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF + "-t udp");
        job.type("4", "abc", "", "1".repeat(1000), "1", "0", "-5", "abc", "2G", "1.5", "65508", "4K", "3");

        assertEndsWell(job);
        assertThat(notes(job))
                .containsExactly(
                        "'4' is not one of 1, 2, 3",
                        "'abc' is not one of 1, 2, 3",
                        "'' is not one of 1, 2, 3",
                        "'" + "1".repeat(100) + "' is not one of 1, 2, 3",
                        "'0' must be between 1 byte and 1 GiB",
                        "'-5' must be between 1 byte and 1 GiB",
                        "'abc' is not a size from 1 byte to 1 GiB, such as 64, 4K or 1M",
                        "'2G' must be between 1 byte and 1 GiB",
                        "'1.5' is not a size from 1 byte to 1 GiB, such as 64, 4K or 1M",
                        "udp carries at most 65507 bytes on this machine; an IPv4 datagram has room for no more, nothing"
                                + " raises it");
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Size in bytes"))
                .hasSize(7);
        assertThat(job.out()).anyMatch(line -> line.startsWith("Round trips: "));
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void lossesAreReportedForBothQuestions() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF + "-t udp");
        job.type("1", "64", "2", "64", "3");

        assertEndsWell(job);
        assertThat(job.out())
                .filteredOn(line -> line.matches("Success rate: \\d+\\.\\d\\d % \\(lost \\d+\\)"))
                .hasSize(2);
    }

    @ByTurns(day = 0)
    @Test
    void endOfInputEndsTheDialogueAtEveryPrompt() throws IOException, InterruptedException {
        assertEndsAtEveryPrompt("uds");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void endOfInputEndsTheDialogueOfOneProcessAtEveryPrompt() throws IOException, InterruptedException {
        assertEndsAtEveryPrompt("null");
    }

    private void assertEndsAtEveryPrompt(String transport) throws IOException, InterruptedException {
        for (String[] answers : List.of(new String[] {}, new String[] {"2"}, new String[] {"2", "64"})) {
            Job job = dialogue(BRIEF + "-t " + transport);
            job.type(answers);
            job.endInput();

            assertEndsWell(job);
            assertThat(notes(job)).isEmpty();
        }
    }

    @ByTurns(day = 1)
    @Test
    void ctrlCEndsTheDialogueAtThePrompt() throws IOException, InterruptedException {
        Job job = dialogue(List.of("setsid", "env", "--default-signal=INT"), BRIEF);
        job.awaitPair();
        job.awaitOut("3. Exit", 1);
        Job.kill("INT", "-" + job.pid());

        assertEndsWell(job);
        assertThat(notes(job)).isEmpty();
    }

    @Test
    void ctrlCEndsTheDialogueDuringAMeasurement() throws IOException, InterruptedException {
        Job job = dialogue(List.of("setsid", "env", "--default-signal=INT"), "-t fifo --duration 1h --warmup 1ms");
        job.type("2", "64");
        job.awaitStreaming(Role.SERVER);
        Job.kill("INT", "-" + job.pid());

        assertEndsWell(job);
        assertThat(notes(job)).isEmpty();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void dyingPeerFailsOnlyItsOwnQuestion() throws IOException, InterruptedException {
        Job job = dialogue(LONG + "-t fifo");
        job.type("2", "64");
        job.awaitStreaming(Role.CLIENT).destroyForcibly();
        job.type("1", "64", "3");

        assertEndsWell(job);
        assertThat(notes(job))
                .singleElement()
                .asString()
                .startsWith("fifo: ")
                .contains("client ended with exit code 137");
        assertThat(job.out())
                .anyMatch(line -> line.startsWith("Round trips: "))
                .noneMatch(line -> line.startsWith("Messages: "));
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void peerThatDiesBetweenQuestionsIsReplaced() throws IOException, InterruptedException {
        Job job = dialogue(BRIEF);
        job.type("1", "64");
        job.awaitOut("Round trips: ", 1);
        ProcessHandle server = job.peer(Role.SERVER).orElseThrow();
        server.destroyForcibly();
        server.onExit().join();
        job.type("1", "64", "3");

        assertEndsWell(job);
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Round trips: "))
                .hasSize(2);
        assertThat(notes(job)).singleElement().asString().contains("server ended with exit code 137");
    }

    private Job dialogue(String options) throws IOException {
        return dialogue(List.of(), options);
    }

    private Job dialogue(List<String> prefix, String options) throws IOException {
        Job job = Job.startDialogue(
                site, prefix, ("interactive " + options).strip().split(" +"));
        jobs.add(job);
        return job;
    }

    /** What it said on standard error of questions and answers. */
    private static List<String> notes(Job job) throws IOException {
        return job.err().stream()
                .dropWhile(Job::isPreliminary)
                .skip(1) // which transport this is about
                .toList();
    }

    private void assertEndsWell(Job job) throws IOException, InterruptedException {
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        site.assertNothingLeft();
    }
}
