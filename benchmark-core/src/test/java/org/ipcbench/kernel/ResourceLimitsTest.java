package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.environment.FakeMachine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceLimitsTest {
    private static final String LIMITS = """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             200                  300                  processes
            Max open files            1024                 4096                 files
            Max address space         1073741824           unlimited            bytes
            Max nice priority         0                    0
            """;

    private FakeMachine machine = new FakeMachine(Path.of(""), "amd64");
    private ResourceLimits limits = new ResourceLimits(Path.of(""));

    @BeforeEach
    void layOut(@TempDir Path root) throws IOException {
        limits = new ResourceLimits(root);
        machine = new FakeMachine(root, "amd64")
                .with("proc/self/limits", LIMITS)
                .with("proc/self/status", status("1000", "0000000000000000", 20))
                .with("proc/77/status", status("1000", "0000000000000000", 20))
                .with("proc/78/status", status("1000", "0000000000000000", 9))
                .with("proc/79/status", status("0", "000001ffffffffff", 150));
    }

    @Test
    void jvmRaisesItsDescriptorsToWhatItMay() {
        assertThat(limits.descriptors()).hasValue(4096);
        assertThat(limits.addressSpaceBytes()).hasValue(1L << 30);
    }

    @Test
    void threadsOfThisUserCountAndOthersDoNot() throws IOException {
        assertThat(limits.tasksLeft()).hasValue(200 - 29);

        machine.with("proc/self/limits", LIMITS.replace("200 ", "20  "));
        assertThat(limits.tasksLeft()).as("already more than that").hasValue(0);
    }

    /** On a large machine, looking at each process takes longer than a start of the program may. */
    @Test
    void whereAllUsersTogetherLeavePlentyNobodyIsCounted() throws IOException {
        machine.with("proc/loadavg", "0.20 0.18 0.12 3/180 11206\n")
                .with("proc/self/limits", LIMITS.replace("200 ", "4000"));

        assertThat(limits.tasksLeft()).hasValue(4000 - 180);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0000000001000000", "1000, 0000000000200000", "0, 0000000000000000"})
    void privilegedProcessHasNoLimitOfThreads(String user, String capabilities) throws IOException {
        machine.with("proc/self/status", status(user, capabilities, 20));

        assertThat(limits.tasksLeft()).isEmpty();
    }

    @Test
    void machineThatTellsNothingLimitsNothing(@TempDir Path empty) {
        ResourceLimits unknown = new ResourceLimits(empty);

        assertThat(unknown.descriptors()).isEmpty();
        assertThat(unknown.addressSpaceBytes()).isEmpty();
        assertThat(unknown.tasksLeft()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void limitsOfThisProcessAreRead() {
        OptionalLong descriptors = new ResourceLimits(Path.of("/")).descriptors();

        assertThat(descriptors.orElse(Long.MAX_VALUE)).isGreaterThan(10);
    }

    private static String status(String user, String capabilities, int threads) {
        return "Name:\tjava\nUid:\t%1$s\t%1$s\t%1$s\t%1$s\nThreads:\t%3$d\nCapEff:\t%2$s\n"
                .formatted(user, capabilities, threads);
    }
}
