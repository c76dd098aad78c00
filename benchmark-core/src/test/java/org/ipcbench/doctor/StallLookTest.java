package org.ipcbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.SampleStalls;
import org.junit.jupiter.api.Test;

class StallLookTest {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** They delay 2.3 % of the messages that are due at given times, and 23 of ten thousand calls a second. */
    @Test
    void stallDelaysASingleOneOfCallsThatWaitForEachOther() {
        long[] lengths = new long[23];
        Arrays.fill(lengths, 1_000_000);
        StallLook look =
                new StallLook(new MachineStalls(SampleStalls.of(SECOND_NANOS, lengths), SampleStalls.of(SECOND_NANOS)));

        assertThat(look.line(99))
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("this machine stalls 2.3 % of the time, up to 1.0")
                        .contains(": from p99 on, a difference of p99 below 78"));
        assertThat(look.lineInTurns(99)).isEmpty();
        assertThat(look.lineInTurns(99.99))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains(": of calls of 100.0 us, from p99.99 on, a difference of p99.99 below 1.0"));
    }

    @Test
    void nothingIsSaidOfARunIfNoThreadCouldLook() {
        StallLook look = new StallLook(MachineStalls.UNKNOWN);

        assertThat(look.line(99)).isEmpty();
        assertThat(look.lineInTurns(99.99)).isEmpty();
    }
}
