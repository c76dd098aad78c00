package org.ipcbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.PlacingCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
final class WakeUpMeterTest {
    /** As of CPUs that idle whenever nobody looks. */
    private static long idleNanos(int unused) {
        return System.nanoTime();
    }

    @Test
    void threadsThatWakeEachOtherGiveAMedian() {
        Optional<WakeUp> wakeUp =
                new WakeUpMeter(new Moves(), NanoClock.system(), WakeUpMeterTest::idleNanos).between(0, 1);

        assertThat(wakeUp).hasValueSatisfying(each -> {
            assertThat(each.isKnown()).isTrue();
            assertThat(each.samples()).isGreaterThanOrEqualTo(200);
            assertThat(each.cpus()).isEqualTo("0-1");
        });
    }

    @Test
    void cpusThatOthersKeepBusyHaveNoFigure() {
        assertThat(new WakeUpMeter(new Moves(), NanoClock.system(), cpu -> cpu == 0 ? System.nanoTime() : 0)
                        .between(0, 1))
                .isEmpty();
    }

    @Test
    void threadsThatCannotBeBoundHaveNoFigure() {
        PlacingCommands refusing = new Moves() {
            @Override
            public void move(long threadId, CpuSet cpus) throws IOException {
                if (cpus.list().contains(1)) {
                    throw new IOException("taskset: failed to set affinity");
                }
            }
        };

        assertThat(new WakeUpMeter(refusing, NanoClock.system(), WakeUpMeterTest::idleNanos).between(0, 1))
                .isEmpty();
    }

    @Test
    void threadThatFailsEndsTheWaitForIt() {
        assertThat(new WakeUpMeter(
                                new Moves(),
                                () -> {
                                    throw new IllegalStateException("no clock");
                                },
                                WakeUpMeterTest::idleNanos)
                        .between(0, 1))
                .isEmpty();
        assertThatThrownBy(() -> WakeUpMeter.aside(() -> {
                            throw new IllegalStateException("no clock");
                        })
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("no clock");
    }

    @Test
    void medianKeepsTwoDigits() {
        assertThat(new WakeUp(41_499, 200, "0,1").text()).isEqualTo("41 us");
        assertThat(new WakeUp(3_249, 200, "0,1").text()).isEqualTo("3.2 us");
    }

    /** Leaves threads where they are. */
    private static class Moves implements PlacingCommands {
        @Override
        public CpuSet reachable() {
            return CpuSet.of(0);
        }

        @Override
        public void attempt(Place place) {}

        @Override
        public void move(long threadId, CpuSet cpus) throws IOException {}

        @Override
        public void moveAll(long processId, CpuSet cpus) {}
    }
}
