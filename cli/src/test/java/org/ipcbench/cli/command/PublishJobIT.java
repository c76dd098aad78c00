package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** One publisher, a slow subscriber, and one that joins late. */
@EnabledOnOs(OS.LINUX)
class PublishJobIT extends RunningJobs {
    private static final int SUBSCRIBERS = 3;

    @Test
    void slowSubscriberCostsWhatThePolicySays() throws IOException, InterruptedException, CsvValidationException {
        List<Map<String, String>> rows =
                rows("publish -t uds --buffer 4K --slow 1x20ms --when-full block,drop-oldest:1");

        assertThat(rows).hasSize(2);
        Map<String, String> blocked = rows.get(0);
        Map<String, String> dropped = rows.get(1);
        assertThat(blocked).containsEntry("WhenFull", "block").containsEntry("SlowLost", "0");
        assertThat(number(blocked, "LongestPublishMicros")).isGreaterThan(5_000);
        assertThat(number(blocked, "PublishedPerSecond")).isLessThan(900);
        assertThat(dropped).containsEntry("WhenFull", "drop-oldest:1").containsEntry("SlowSubscribers", "1x20ms");
        assertThat(number(dropped, "SlowLost")).isPositive();
        assertThat(number(dropped, "PublishedPerSecond")).isGreaterThan(number(blocked, "PublishedPerSecond"));
        assertThat(rows).allSatisfy(PublishJobIT::requireAll);
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void fanOutsOfTransportsLoseWhatTheySay() throws IOException, InterruptedException, CsvValidationException {
        List<Map<String, String>> rows = rows(
                "publish -t udp,zmq-ipc,aeron-ipc,agrona-ring --slow 1x20ms --when-full block,drop-oldest,drop-newest");

        assertThat(rows.stream()
                        .filter(row -> "measured".equals(row.get("Status")))
                        .map(row -> row.get("Transport") + " " + row.get("WhenFull") + " " + row.get("FanOut")))
                .containsExactlyInAnyOrder(
                        "udp drop-newest multicast",
                        "zmq-ipc block PUB/SUB",
                        "zmq-ipc drop-newest PUB/SUB",
                        "aeron-ipc block one publication",
                        "aeron-ipc drop-newest one publication",
                        "agrona-ring drop-oldest broadcast buffer");
        assertThat(rows)
                .filteredOn(row -> "measured".equals(row.get("Status")))
                .allSatisfy(PublishJobIT::requireAll)
                .filteredOn(row -> "block".equals(row.get("WhenFull")))
                .allSatisfy(
                        row -> assertThat(row).containsEntry("FastLost", "0").containsEntry("SlowLost", "0"));
        assertThat(rows)
                .filteredOn(row -> "unsupported".equals(row.get("Status")))
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.get("Reason")).contains("use --when-full"));
        site.assertNothingLeft();
    }

    /** Published = received + lost, for each subscriber. */
    private static void requireAll(Map<String, String> row) {
        double published = number(row, "Messages");
        assertThat(published).isPositive();
        assertThat(number(row, "FastReceived") + number(row, "FastLost")).isEqualTo((SUBSCRIBERS - 1) * published);
        assertThat(number(row, "SlowReceived") + number(row, "SlowLost")).isEqualTo(published);
        assertThat(number(row, "SlowAgeP50Micros")).isGreaterThan(15_000);
        if (!"never".equals(row.get("LateFirstMicros"))) { // as on a machine that is too busy to let it join in time
            assertThat(number(row, "LateFirstMicros")).isPositive();
        }
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private List<Map<String, String>> rows(String line)
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start((line + " --subscribers 3 --rate 1K --duration 1s -i 1 --warmup 50ms").split(" "));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        return site.table();
    }
}
