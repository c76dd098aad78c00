package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.peer.Peer;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;

final class PeerSettingsTest {
    private static final int SIZE_BYTES = 4096;

    private final Jvm jvm = new Jvm(Path.of("/opt/jdk"), "17");
    private final PeerSettings settings = new PeerSettings(jvm, List.of("-Xint"), "a.jar", Duration.ofSeconds(1));

    @Test
    void commandJoinsRunTransportAndPlacement() {
        Transport transport = new FakeTransport("pigeon", 1, Set.of(), List.of("-Dwings=2"));
        Placement placement = new Placement("cpu:6,2", Optional.of(Place.onCpu(6)), Optional.of(Place.onCpu(2)), "");

        assertThat(settings.command(transport, SIZE_BYTES, placement, Path.of("/tmp/s"), Role.SERVER))
                .isEqualTo(new LaunchCommand(
                        jvm,
                        List.of("taskset", "-c", "2"),
                        PeerMemory.forMessages(transport.traits(), SIZE_BYTES),
                        "a.jar",
                        Optional.empty(),
                        List.of("-Dwings=2"),
                        List.of("-Xint"),
                        Peer.class.getName(),
                        Path.of("/tmp/s/server.control"),
                        Role.SERVER,
                        false,
                        Prefix.NONE));
    }

    /** The JVM runs beside the CPU of its measuring thread, and counts the CPUs as everywhere else. */
    @Test
    void commandOfAPinnedThreadLeavesItsCpuToIt() {
        Transport transport = new FakeTransport("pigeon", 1, Set.of(), List.of("-Dwings=2"));
        Placement placement = new Placement("cpu:6,2", Optional.of(Place.onCpu(6)), Optional.of(Place.onCpu(2)), "");
        PeerSettings pinned = settings.pinnedBy(new Pinning(Pin.THREAD, CpuSet.parse("2,5-7")));

        LaunchCommand command = pinned.command(transport, SIZE_BYTES, placement, Path.of("/tmp/s"), Role.SERVER);

        assertThat(command.binding()).containsExactly("taskset", "-c", "5,7");
        assertThat(command.transportArguments()).containsExactly("-XX:ActiveProcessorCount=4", "-Dwings=2");
    }

    @Test
    void settingsAreChangedForOtherPeers() {
        Jvm other = new Jvm(Path.of("/opt/other"), "25");
        PeerSettings archived = settings.withClassArchive(Path.of("/cache/a.jsa"));

        assertThat(archived.withArguments(List.of("-Da=1", "-Db=2")).userArguments())
                .containsExactly("-Xint", "-Da=1", "-Db=2");
        assertThat(archived.withArguments(List.of()).classArchive()).isPresent();
        assertThat(archived.withJvm(other).jvm()).isEqualTo(other);
        assertThat(archived.withJvm(other).classArchive()).as("of another JVM").isEmpty();
        assertThat(archived.withClassPath("b.jar").classPath()).isEqualTo("b.jar");
        assertThat(archived.withClassPath("b.jar").classArchive())
                .as("of other classes")
                .isEmpty();
    }

    @Test
    void classPathDoesNotDependOnTheWorkingDirectory() {
        assertThat(PeerSettings.currentClassPath().split(File.pathSeparator, -1))
                .isNotEmpty()
                .allMatch(entry -> Path.of(entry).isAbsolute());
    }
}
