package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The calls of a run, as {@code strace} sees them: each transport uses the kernel object of its name. */
@EnabledOnOs(OS.LINUX)
class KernelObjectIT extends RunningJobs {
    private static final List<String> TRIAL = List.of("strace", "-qq");

    static Stream<Arguments> objects() {
        return Stream.of(Arguments.of(
                "uds-abstract",
                "bind,connect",
                List.of("bind\\(.*sun_path=@\"ipcbench-[0-9a-f]+\".* = 0", "connect\\(.*sun_path=@\"ipcbench-.* = 0")));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void transportUsesTheKernelObjectOfItsName(String id, String calls, List<String> lines, @TempDir Path directory)
            throws Exception {
        assumeThat(hasStrace()).isTrue();
        assumeThat(TransportRegistry.load().named(id).availability()).isInstanceOf(Availability.Available.class);
        Path trace = directory.resolve("trace");

        measuredBehind(
                List.of("strace", "-f", "-qq", "-e", "trace=" + calls, "-e", "signal=none", "-o", trace.toString()),
                ("latency -i 1 -s 64 -n 200 --warmup 10ms --placement unpinned -t " + id).split(" "));

        List<String> seen = Files.readAllLines(trace);
        assertThat(lines).allSatisfy(line -> assertThat(seen).anyMatch(call -> call.matches(".*" + line + ".*")));
    }

    /** Not where the program is missing, or one process must not look at another. */
    private static boolean hasStrace() throws IOException, InterruptedException {
        try {
            return succeeds(TRIAL, "true");
        } catch (IOException e) {
            return false;
        }
    }
}
