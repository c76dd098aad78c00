package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.groups.Tuple.tuple;

import com.google.gson.JsonObject;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Messages that may get lost: they are counted, and hang nothing. */
@EnabledOnOs(OS.LINUX)
class LossyTransportJobIT extends RunningJobs {
    private static final String LOSSES =
            "Success rate: \\d+\\.\\d % \\(lost \\d+, duplicated 0, reordered 0, corrupt 0\\)";

    @Test
    void lossyStreamReportsHowMuchArrived() throws IOException, InterruptedException, CsvValidationException {
        Job job = start("throughput --placement unpinned -i 1 -t udp -s 1,65507,65508 --duration 200ms --warmup 50ms"
                .split(" "));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(job.out())
                .filteredOn(line -> line.startsWith("Success rate"))
                .hasSize(2)
                .allMatch(line -> line.matches(LOSSES));
        assertThat(job.out()).anyMatch(line -> line.contains("success %"));
        List<Map<String, String>> rows = site.table();
        assertThat(rows)
                .extracting(row -> row.get("PacketSize"), row -> row.get("Status"))
                .containsExactly(tuple("1", "measured"), tuple("65507", "measured"), tuple("65508", "unsupported"));
        assertThat(rows.get(2).get("Reason")).contains("at most 65507 bytes");
        assertThat(rows.subList(0, 2)).allSatisfy(row -> {
            long messages = Long.parseLong(row.get("Messages"));
            long lost = Long.parseLong(row.get("Lost"));
            assertThat(messages).isPositive();
            assertThat(Double.parseDouble(row.get("SuccessRatePercent")))
                    .isCloseTo(100.0 * messages / (messages + lost), within(0.001));
            double seconds = Double.parseDouble(row.get("AvgLatencySeconds"));
            assertThat(Double.parseDouble(row.get("AvgMessagesPerSecond")) * seconds)
                    .isCloseTo((double) messages, withinPercentage(0.1));
            assertThat(row).containsEntry("Duplicated", "0").containsEntry("Reordered", "0");
        });
        assertThat(site.log())
                .hasSize(2)
                .allSatisfy(line -> assertThat(losses(line).keySet())
                        .containsExactly("lost", "duplicated", "reordered", "corrupt"));
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void everyRoundTripIsCountedAsAnsweredOrLost() throws IOException, InterruptedException, CsvValidationException {
        Job job = start("latency --placement unpinned -i 1 -t udp -s 64 -n 500 --warmup 50ms".split(" "));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Status", "measured").containsEntry("LatencyKind", "round-trip");
            assertThat(Long.parseLong(row.get("Messages")) + Long.parseLong(row.get("Lost")))
                    .isEqualTo(500);
        });
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Test
    void dyingServerFailsTheCellAndIsNotALoss() throws IOException, InterruptedException, CsvValidationException {
        assertFails(Role.SERVER);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void dyingClientFailsTheCellAndIsNotALoss() throws IOException, InterruptedException, CsvValidationException {
        assertFails(Role.CLIENT);
    }

    private void assertFails(Role victim) throws IOException, InterruptedException, CsvValidationException {
        Job job = start("throughput --placement unpinned -i 1 -t udp --duration 1h --warmup 1ms --verbose".split(" "));
        job.awaitMeasuring(1, victim).destroyForcibly();

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table()).singleElement().satisfies(row -> {
            assertThat(row).containsEntry("Status", "failed").containsEntry("Lost", "");
            assertThat(row.get("Reason")).contains(victim.label() + " ended with exit code 137");
        });
        site.assertNothingLeft();
    }

    private static JsonObject losses(JsonObject line) {
        return line.getAsJsonObject("measurement").getAsJsonObject("losses");
    }
}
