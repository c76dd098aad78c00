package org.ipcbench.workload.fail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Recorder.Notice;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Test;

class LifeTest {
    private static final long BEAT_NANOS = Duration.ofMillis(20).toNanos();

    private final BlockingQueue<Notice> told = new LinkedBlockingQueue<>();

    @Test
    void twoMissedBeatsAreADeath() throws InterruptedException {
        long begin = System.nanoTime();

        life(BEAT_NANOS, Role.SERVER).begin();

        Notice notice = told.poll(10, TimeUnit.SECONDS);
        assertThat(notice).isNotNull();
        assertThat(notice.by()).isEqualTo(Notice.By.HEARTBEAT);
        assertThat(notice.nanos() - begin).isGreaterThanOrEqualTo(2 * BEAT_NANOS);
    }

    @Test
    void peerThatIsHeardLives() throws InterruptedException {
        Life life = life(Duration.ofSeconds(1).toNanos(), Role.SERVER);
        life.begin();
        Thread.sleep(20);

        life.heard();

        assertThat(told).isEmpty();
    }

    @Test
    void peerThatEndsDoesNotWatch() throws InterruptedException {
        life(BEAT_NANOS, Role.CLIENT).begin();

        assertThat(told.poll(4 * BEAT_NANOS, TimeUnit.NANOSECONDS)).isNull();
    }

    @Test
    void onlyWhatIsLearntFirstIsTold() {
        Life life = life(0, Role.SERVER);

        life.learn(new EOFException());
        life.learn(new IOException("Broken pipe"));

        List<Notice> all = new ArrayList<>(told);
        assertThat(all).singleElement().satisfies(notice -> {
            assertThat(notice.by()).isEqualTo(Notice.By.END_OF_STREAM);
            assertThat(notice.words()).isEqualTo("EOFException");
        });
    }

    private Life life(long heartbeatNanos, Role role) {
        Recorder recorder = new Recorder();
        recorder.onNotice(told::add);
        Fail fail = new Fail(
                new Extent.Period(1_000_000_000), 64, Payload.TOUCHED, 1_000, Death.KILL, Role.CLIENT, heartbeatNanos);
        return new Life(fail, role, recorder, NanoClock.system());
    }
}
