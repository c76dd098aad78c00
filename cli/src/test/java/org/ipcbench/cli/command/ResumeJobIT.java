package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.JavaHome;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that were killed go on. System properties make it longer than {@code mvn verify -Pfull} has time for. */
@EnabledOnOs(OS.LINUX)
class ResumeJobIT extends RunningJobs {
    private static final int KILLS = Integer.getInteger("ipcbench.endurance.kills", 3);
    private static final int ITERATIONS = 4;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Duration OFTEN = Duration.ofMillis(10);

    /** About as long as the run takes that is killed. */
    private static final int MAX_LIFE_MILLIS = 1500;

    /** What a run is started behind. */
    private List<String> prefix = List.of();

    @Test
    void interruptedRunIsCompletedAndCompleteOneLeftAlone() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);
        String run = site.run().toString();
        int before = site.log().size();

        Console resumed = Console.of("resume", run);

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(before).isLessThan(ITERATIONS);
        assertEveryTurnOnce(site);
        assertThat(Console.of("report", run).out()).isEqualTo(resumed.out());
        byte[] record = Files.readAllBytes(site.run().resolve("results.jsonl"));
        assertThat(Console.of("resume", run).err()).containsExactly("nothing is missing in " + run);
        assertThat(site.run().resolve("results.jsonl")).hasBinaryContent(record);
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Test
    void liveRunIsLeftToItsProcess() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("STOP");
        String run = site.run().toString();

        Console refused = Console.of("resume", run);
        int reported = Console.of("report", run).exitCode();
        job.kill("CONT");

        assertThat(refused.exitCode()).as("%s", refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .singleElement()
                .asString()
                .contains("'%s' is being measured by process %d, which may be stopped; end it first"
                        .formatted(run, job.pid()));
        assertThat(reported).isZero();
        assertThat(job.exitCode()).isZero();
        assertEveryTurnOnce(site);
        assertThat(site.run().resolve("results.lock")).doesNotExist();
    }

    /** At random moments, the same ones each time as far as the machine allows. */
    @Tag("full")
    @Test
    void killedRunIsCompleted() throws Exception {
        Random random = new Random(1);
        for (int kill = 1; kill <= KILLS; kill++) {
            JobSite own = JobSite.at(Files.createDirectory(site.root().resolve("k" + kill)));
            Job job = startTiny(own);
            awaitRecord(own);
            Thread.sleep(random.nextInt(MAX_LIFE_MILLIS));
            ProcessHandle.of(job.pid())
                    .ifPresent(ProcessHandle::destroyForcibly); // on a fast machine it may have ended
            await().atMost(SOON)
                    .until(() -> own.processes().isEmpty()
                            && ProcessHandle.of(job.pid())
                                    .filter(
                                            ProcessHandle
                                                    ::isAlive) // a dying process has no command line, but still its
                                    // lock
                                    .isEmpty());

            Console resumed = Console.of("resume", own.run().toString());

            assertThat(resumed.exitCode())
                    .as("kill %d: %s", kill, resumed.err())
                    .isZero();
            assertEveryTurnOnce(own);
        }
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void anotherEnvironmentIsNamedAndAskedFor() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);
        Path environment = site.run().resolve("environment.json");
        Files.writeString(
                environment,
                Files.readString(environment).replaceFirst("\"release\": \"[^\"]*\"", "\"release\": \"1.2.3\""));
        String run = site.run().toString();

        Console refused = Console.of("resume", run);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .last()
                .asString()
                .contains("kernel.release: 1.2.3, now ", "; --ignore environment resumes anyway");
        assertThat(Console.of("resume", run, "--ignore=environment").exitCode()).isZero();
        assertEveryTurnOnce(site);
    }

    /** Neither what it has generated nor what it has written is in its way. */
    @Tag("full")
    @Test
    void transferGoesOnWithItsFiles() throws Exception {
        String file = site.root().resolve("file").toString();
        String target = site.root().resolve("target").toString();
        interrupted(
                "transfer",
                file,
                "--generate",
                "64K",
                "--to",
                target,
                "-i",
                Integer.toString(ITERATIONS),
                "-t",
                "tcp",
                "-s",
                "4K",
                "--warmup",
                "1ms");
        String run = site.run().toString();
        byte[] sent = Files.readAllBytes(Path.of(file));
        FileTime generated = Files.getLastModifiedTime(Path.of(file));
        Path other = Files.write(site.root().resolve("other"), new byte[sent.length]);

        assertRefused("this run was measured with FILE; give it again", run);
        assertRefused("this run was measured with --to; give it again", run, file);
        assertRefused(
                "FILE is not what this run was measured with: that was 65536 bytes", run, "" + other, "--to", target);
        assertRefused("'%s' exists; give the one of the run".formatted(other), run, file, "--to", other.toString());
        Console resumed = Console.of("resume", run, file, "--to", target);

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertEveryTurnOnce(site);
        assertThat(Path.of(file)).hasBinaryContent(sent);
        assertThat(Files.getLastModifiedTime(Path.of(file))).isEqualTo(generated);
        assertThat(Path.of(target)).hasBinaryContent(sent);
    }

    /** One of them by turns. */
    static List<String> runsOfManyProcesses() {
        return Turns.today()
                .one(List.of(
                        "publish -t uds,zmq --subscribers 2 --when-full block --duration 300ms",
                        "fail -t uds --event server:kill,client:stop --duration 300ms",
                        "load -t uds,tcp --workers 2 --clients 2 --in-flight 1 --rate 500 --duration 300ms"));
    }

    /** Subscribers, deaths and workers are part of the plan that is resumed. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("runsOfManyProcesses")
    void runsOfManyProcessesGoOn(String line) throws Exception {
        int rounds = 5;
        interrupted((line + " --warmup 50ms --placement unpinned --no-progress -i " + rounds).split(" "));

        Console resumed = Console.of("resume", site.run().toString());

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isBetween(0, 1);
        assertThat(site.log())
                .extracting(turn -> turn.get("cell") + " " + turn.get("round"))
                .containsExactlyInAnyOrderElementsOf(Stream.of(0, 1)
                        .flatMap(cell -> IntStream.rangeClosed(1, rounds).mapToObj(round -> cell + " " + round))
                        .toList());
        assertThat(site.table())
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.get("Status")).isIn("measured", "not-reached")); // as the machine is
        site.assertNothingLeft();
    }

    /** A record may come from a stranger. */
    @ByTurns(day = 1)
    @Test
    void recordedArgumentsHaveNoEffect() throws Exception {
        interruptedTiny();
        Path victim = Files.writeString(site.root().resolve("victim"), "precious");
        Path made = site.root().resolve("made");
        Path evil = JavaHome.install(site.root(), "evil", "99");
        Files.writeString(evil.resolve("bin/java"), "#!/bin/sh\ntouch " + made);
        forge(header -> {
            JsonArray arguments = header.getAsJsonObject("run").getAsJsonArray("arguments");
            arguments.set(0, new JsonPrimitive("transfer"));
            Stream.of("" + victim, "--generate", "1K", "--to=" + made, "--force", "--jvm=" + evil, "--plugin=" + victim)
                    .forEach(arguments::add);
        });

        Console resumed = Console.of("resume", site.run().toString());

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertEveryTurnOnce(site);
        assertThat(victim).hasContent("precious");
        assertThat(made).doesNotExist();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void onlyTheUserChoosesTheJvm() throws Exception {
        String home = System.getProperty("java.home");
        interruptedTiny("--jvm", home);
        String run = site.run().toString();
        Path other = JavaHome.install(site.root(), "other", "99");

        assertRefused("this run was measured with --jvm; give it again", run);
        assertRefused("--jvm is not what this run was measured with: that was", run, "--jvm", other.toString());
        assertRefused("this run was measured without --jvm-args; omit it", run, "--jvm", home, "--jvm-args=-Xint");
        assertThat(Console.of("resume", run, "--jvm", home).exitCode()).isZero();
        assertEveryTurnOnce(site);
    }

    /** One message has no p99, so that the gate's answer does not depend on the machine. */
    @Tag("full")
    @Test
    void gateOfTheRunIsJudgedWhenItGoesOnAndWhenItIsComplete() throws Exception {
        String unjudged =
                "--fail-on p99-slower:20%: null, throughput, 64 bytes, -Da=2: no comparison: too few messages";
        prefix = Job.WITHOUT_CLASS_ARCHIVE;
        interruptedTiny("--vary", "jvm-args=-Da=1,-Da=2", "--fail-on", "p99-slower:20%,missing");
        String run = site.run().toString();

        Console resumed = Console.of("resume", run, "--vary", "jvm-args=-Da=1,-Da=2");
        Console complete = Console.of("resume", run);

        assertThat(resumed.err()).anyMatch(line -> line.startsWith(unjudged));
        assertThat(resumed.exitCode()).isEqualTo(125);
        assertThat(complete.err())
                .startsWith("nothing is missing in " + run)
                .anyMatch(line -> line.startsWith(unjudged));
        assertThat(complete.exitCode()).isEqualTo(125);
        assertThat(Console.of("resume", run, "--fail-on", "slower:50%").err())
                .noneMatch(line -> line.contains("p99-slower"));
    }

    /** The jar may lie elsewhere by then. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void onlyTheUserLoadsPlugins() throws Exception {
        Path jar = SampleJar.compile("tcp-io", site.root());
        prefix = Job.WITHOUT_CLASS_ARCHIVE;
        interruptedTiny("--plugin", jar.toString());
        String run = site.run().toString();
        Path moved = Files.move(jar, site.root().resolve("moved.jar"));
        Path other = site.root().resolve("other.jar");
        Files.copy(Job.JAR, other);

        assertRefused("this run was measured with --plugin; give it again", run);
        assertRefused("--plugin is not what this run was measured with", run, "--plugin", other.toString());
        Console resumed = Console.of("resume", run, "--plugin", moved.toString());

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertEveryTurnOnce(site);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void onlyTheUserNamesTheJarsOfVariants() throws Exception {
        Path first = Files.copy(Job.JAR, site.root().resolve("first.jar"));
        Path second = Files.copy(Job.JAR, site.root().resolve("second.jar"));
        prefix = Job.WITHOUT_CLASS_ARCHIVE;
        interruptedTiny("--vary", "jar=%s,%s".formatted(first, second));
        String run = site.run().toString();
        Path moved = Files.move(second, site.root().resolve("moved.jar"));

        assertRefused("this run was measured with --vary; give it again", run);
        assertRefused("--vary is not what this run was measured with", run, "--vary", "jvm-args=-Da=1,-Da=2");
        Console resumed = Console.of("resume", run, "--vary", "jar=%s,%s".formatted(first, moved));

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(site.log()).hasSize(2 * ITERATIONS);
    }

    @Test
    void hostileHeaderIsRefusedInOneLine() throws Exception {
        interruptedTiny();
        String run = site.run().toString();
        Path record = site.run().resolve("results.jsonl");
        String whole = Files.readString(record);
        Map<Consumer<JsonObject>, String> changes = new LinkedHashMap<>();
        changes.put(header -> header.remove("terms"), "lacks what is needed to resume it");
        changes.put(header -> header.addProperty("rounds", -1), "a run has at least one round");
        changes.put(header -> header.addProperty("rounds", 1e300), "not a header of schema 1");
        changes.put(header -> header.addProperty("schema", "\u0007"), "has schema");
        changes.put(header -> header.remove("cells"), "not a header of schema 1");
        changes.put(header -> header.remove("run"), "not a header of schema 1");
        changes.put(
                header -> header.getAsJsonObject("terms").addProperty("timeoutNanos", Long.MIN_VALUE), "no time-out");
        changes.put(
                header -> Stream.of("cells", "transports")
                        .flatMap(name -> header.getAsJsonArray(name).asList().stream())
                        .map(JsonElement::getAsJsonObject)
                        .forEach(each -> each.addProperty(each.has("id") ? "id" : "transport", "evil")),
                "uses the transport 'evil', which is unknown here");

        for (Map.Entry<Consumer<JsonObject>, String> change : changes.entrySet()) {
            Files.writeString(record, whole);
            forge(change.getKey());

            assertRefused(change.getValue(), run);
        }
    }

    private static void assertRefused(String reason, String... arguments) {
        Console refused = Console.of(
                Stream.concat(Stream.of("resume"), Stream.of(arguments)).toArray(String[]::new));
        assertThat(refused.exitCode()).as("%s", refused.err()).isEqualTo(2);
        assertThat(refused.err()).singleElement().asString().contains(reason);
    }

    /** Changes the header as anybody can, whose checksum is right. */
    private void forge(Consumer<JsonObject> change) throws IOException {
        Path record = site.run().resolve("results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(record));
        JsonObject header = JsonParser.parseString(lines.get(0)).getAsJsonObject();
        header.remove("checksum");
        change.accept(header);
        String json = new GsonBuilder().disableHtmlEscaping().create().toJson(header);
        String open = json.substring(0, json.length() - 1);
        CRC32C checksum = new CRC32C();
        checksum.update(open.getBytes(StandardCharsets.UTF_8));
        lines.set(0, "%s,\"checksum\":\"%08x\"}".formatted(open, checksum.getValue()));
        Files.write(record, lines);
    }

    private void interruptedTiny(String... further) throws Exception {
        interrupted(Stream.concat(tiny(), Stream.of(further)).toArray(String[]::new));
    }

    private void interrupted(String... arguments) throws Exception {
        Job job = startBehind(prefix, arguments);
        awaitIteration(site);
        job.kill("INT");
        assertThat(job.exitCode()).as("%s", job.err()).isEqualTo(130);
    }

    private Job startTiny(JobSite place) throws IOException {
        Job job = Job.start(place, tiny().toArray(String[]::new));
        jobs.add(job);
        return job;
    }

    /** One JVM each, and one message. */
    private static Stream<String> tiny() {
        return Stream.of(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                Integer.toString(ITERATIONS),
                "-t",
                "null",
                "-s",
                "64",
                "-n",
                "1",
                "--warmup",
                "1ms",
                "--no-progress");
    }

    private static void awaitIteration(JobSite place) {
        await().atMost(SOON).pollInterval(OFTEN).until(() -> place.iterations() > 0);
    }

    private static void awaitRecord(JobSite place) {
        await().atMost(SOON).until(() -> isBegun(place));
    }

    private static boolean isBegun(JobSite place) throws IOException {
        return Files.exists(place.output())
                && !place.runs().isEmpty()
                && Files.exists(place.run().resolve("results.jsonl"))
                && Files.size(place.run().resolve("results.jsonl")) > 0;
    }

    private static void assertEveryTurnOnce(JobSite place) throws IOException {
        List<JsonObject> lines = place.log();
        assertThat(lines)
                .extracting(line -> line.get("round").getAsInt())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, ITERATIONS).boxed().toList());
        try (Stream<String> text = Files.lines(place.run().resolve("results.jsonl"))) {
            assertThat(text.toList()).last().asString().contains("\"record\":\"end\"");
        }
    }
}
