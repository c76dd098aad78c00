package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** One peer dies: the other one's transport tells, or a heartbeat, or nobody. */
@EnabledOnOs(OS.LINUX)
class FailJobIT extends RunningJobs {
    /** After this number of days each transport has had its turn. */
    private static final int DAYS = 25;

    /** What a server serves by, its library's threads for instance, may have ended with the client. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void serverOfADeadClientServesAnother() throws IOException, InterruptedException, CsvValidationException {
        assertThat(rows("fail -t uds,netty-uds,grpc-tcp,grpc-uds --event client:kill -i 1 --duration 20s"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.get("AgainMilliseconds"))
                        .as("%s", row.get("Transport"))
                        .matches("[0-9.]+"));
    }

    @Test
    void killedServerIsNoticedAndStoppedOneIsNot() throws IOException, InterruptedException, CsvValidationException {
        List<Map<String, String>> rows = rows("fail -t uds --event server:kill,server:stop -i 1 --duration 3s");

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .containsEntry("Event", "kill")
                .containsEntry("DeathsNoticed", "1")
                .containsEntry("LeftBehind", "");
        assertThat(rows.get(0).get("KnownBy")).isIn("Broken pipe", "Connection reset by peer");
        assertThat(Double.parseDouble(rows.get(0).get("KnownAfterMicros"))).isPositive();
        assertThat(Double.parseDouble(rows.get(0).get("AgainMilliseconds"))).isPositive();
        assertThat(rows.get(1))
                .containsEntry("Event", "stop")
                .containsEntry("DeathsNoticed", "0")
                .containsEntry("KnownAfterMicros", "never")
                .containsEntry("KnownBy", "");
        assertThat(Double.parseDouble(rows.get(1).get("SwallowedBytes"))).isGreaterThanOrEqualTo(64);
        assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void heartbeatTellsWhatTheTransportDoesNot() throws IOException, InterruptedException, CsvValidationException {
        List<Map<String, String>> rows =
                rows("fail -t ring-futex --event kill,silent -i 1 --duration 3s --heartbeat 0,500ms");

        assertThat(rows).hasSize(8).allSatisfy(row -> {
            boolean hasHeartbeat = !"0".equals(row.get("HeartbeatMillis"));
            assertThat(row).containsEntry("KnownBy", hasHeartbeat ? "heartbeat" : "");
            if (hasHeartbeat) {
                assertThat(Double.parseDouble(row.get("KnownAfterMicros"))).isGreaterThan(250_000);
            } else {
                assertThat(row).containsEntry("KnownAfterMicros", "never");
            }
        });
        assertNothingLeft();
    }

    /** What {@code list} and {@code advise} know of a death is what is measured; a few transports each day. */
    @Tag("full")
    @Test
    void traitsAreWhatIsMeasured() throws IOException, InterruptedException, CsvValidationException {
        List<Transport> transports = Turns.today()
                .share(
                        DAYS,
                        TransportRegistry.load().all().stream()
                                .filter(transport -> transport.traits().hasServerPeer()
                                        && !transport.traits().has(Trait.BETWEEN_THREADS))
                                .toList())
                .stream()
                .filter(transport -> !(transport.availability() instanceof Unavailable))
                .toList();
        assumeThat(transports).isNotEmpty();
        String ids = transports.stream().map(Transport::id).collect(Collectors.joining(","));

        List<Map<String, String>> rows = rows("fail -i 1 --duration 8s --event kill,close -t " + ids);

        assertThat(transports).allSatisfy(transport -> {
            List<Map<String, String>> own = rows.stream()
                    .filter(row -> transport.id().equals(row.get("Transport")))
                    .toList();
            assertThat(own).hasSize(4);
            assertThat(own.stream().anyMatch(row -> isUnnoticed(row, "kill")))
                    .as("%s: %s", transport.id(), Trait.HIDES_DEATH)
                    .isEqualTo(transport.traits().has(Trait.HIDES_DEATH));
            boolean tells =
                    own.stream().noneMatch(row -> isUnnoticed(row, "close") && "client".equals(row.get("Dies")));
            assertThat(tells && !transport.traits().lossy()) // a farewell may be lost
                    .as("%s: %s", transport.id(), Trait.DETECTS_CLOSE)
                    .isEqualTo(transport.traits().has(Trait.DETECTS_CLOSE));
        });
        assertNothingLeft();
    }

    /** A socket may outlive its process for a moment. */
    private void assertNothingLeft() throws IOException {
        site.assertNothingLeft();
        await().atMost(Job.DEADLINE)
                .untilAsserted(() -> assertThat(site.sockets()).as("sockets").isEmpty());
    }

    private static boolean isUnnoticed(Map<String, String> row, String event) {
        return event.equals(row.get("Event")) && "never".equals(row.get("KnownAfterMicros"));
    }

    private List<Map<String, String>> rows(String line)
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start((line + " --placement unpinned --warmup 50ms").split(" "));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        return site.table();
    }
}
