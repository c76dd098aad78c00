package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.control.Surroundings;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;

final class WallsTest {
    private static final Traits FILES = Traits.blockingStream();
    private static final Traits NETWORK = FILES.with(Trait.NETWORK);
    private static final Traits LOOPBACK = FILES.with(Trait.LOOPBACK);
    private static final Traits SYSTEM_V = FILES.with(Trait.IPC_NAMESPACE);
    private static final Traits RING = Traits.of(WaitStrategy.BLOCKING, Trait.IN_PLACE, Trait.PROCESS_IDS);
    private static final Traits STREAMS = Traits.of(WaitStrategy.BLOCKING, Trait.OWNS_STANDARD_STREAMS);
    private static final Traits MEMORY_FILE = Traits.of(WaitStrategy.BLOCKING, Trait.IN_PLACE);

    private final Surroundings here = on("boot", Map.of(), List.of("192.0.2.1"));

    @Test
    void nothingStopsPeersBesideTheLauncher() {
        assertThat(Walls.NONE.obstacle(LOOPBACK.with(Trait.OWNS_STANDARD_STREAMS)))
                .isEmpty();
        assertThat(Walls.NONE.obstacleToAuxiliary()).isEmpty();
        assertThat(Walls.NONE.serverAddress()).isEmpty();
    }

    @Test
    void everythingCrossesAPrefixThatChangesNothing() {
        Walls walls = server(here.seeing(List.of(Path.of("/dev/shm/probe"))), true);

        assertThat(List.of(FILES, NETWORK, LOOPBACK, SYSTEM_V, RING, MEMORY_FILE, STREAMS))
                .allSatisfy(traits -> assertThat(walls.obstacle(traits)).isEmpty());
        assertThat(walls.differences()).isEmpty();
    }

    @Test
    void standardStreamsCrossWhereControlHasASocketAndTheClientIsBesideTheLauncher() {
        Surroundings container = on("boot", Map.of("mnt", "mnt:[2]", "pid", "pid:[2]", "net", "net:[2]"), List.of());
        Walls client = new Walls(open(), Wall.of(List.of("env")).leadingTo(here, true, true), List.of());

        assertThat(server(container, true).obstacle(STREAMS)).isEmpty();
        assertThat(server(container, false).obstacle(STREAMS).orElseThrow())
                .contains("control needs a socket", "-v /tmp:/tmp");
        assertThat(server(on("other", Map.of(), List.of()), true)
                        .obstacle(STREAMS)
                        .orElseThrow())
                .contains("control needs a socket");
        assertThat(client.obstacle(STREAMS).orElseThrow()).contains("omit --client-via");
    }

    @Test
    void networkNamespaceNeedsAnAddressOfTheServersSide() {
        Surroundings there = on("boot", Map.of("net", "net:[2]"), List.of("10.0.0.2"));
        Walls walls = server(there, true);
        Walls named = new Walls(walls.server(), walls.client(), List.of("10.9.9.9", "10.0.0.2"));

        assertThat(walls.obstacle(NETWORK).orElseThrow()).contains("--server-address", "10.0.0.2");
        assertThat(walls.obstacle(LOOPBACK).orElseThrow()).contains("loopback", "--network=host");
        assertThat(walls.obstacle(FILES)).isEmpty();
        assertThat(named.obstacle(NETWORK)).isEmpty();
        assertThat(named.serverAddress()).isEqualTo("10.0.0.2");
        assertThat(walls.differences()).containsExactly("namespaces net");
    }

    @Test
    void clockAndKernelAreOneWhereThePeersTellSo() {
        Walls container = server(on("boot", Map.of("net", "net:[2]"), List.of()), true);
        Walls shifted = server(on("boot", Map.of("time", "time:[2]"), List.of()), true);
        Walls otherHost = server(on("other", Map.of(), List.of()), false);
        Walls untold = server(on("", Map.of(), List.of()), true);

        assertThat(List.of(Walls.NONE, container)).allSatisfy(walls -> {
            assertThat(walls.haveOneClock()).isTrue();
            assertThat(walls.haveTwoKernels()).isFalse();
        });
        assertThat(List.of(shifted, otherHost, untold)).noneMatch(Walls::haveOneClock);
        assertThat(List.of(shifted, untold)).noneMatch(Walls::haveTwoKernels);
        assertThat(otherHost.haveTwoKernels()).isTrue();
        assertThat(Wall.NONE.sharesClock()).isTrue();
        assertThat(Wall.of(List.of("ssh", "host")).sharesClock())
                .as("before anybody has looked")
                .isFalse();
    }

    @Test
    void addressOfOneNamespaceIsLoopbackWhateverIsGiven() {
        Walls walls = new Walls(Wall.of(List.of("env")).leadingTo(here, true, true), open(), List.of("192.0.2.1"));

        assertThat(walls.serverAddress()).isEmpty();
    }

    @Test
    void eachLackNamesTheFlagThatAllowsTheTransport() {
        Surroundings there = on("boot", Map.of("ipc", "ipc:[2]", "pid", "pid:[2]", "mnt", "mnt:[2]"), List.of());
        Walls walls = server(there, false);

        assertThat(walls.obstacle(FILES).orElseThrow()).contains("-v /tmp:/tmp");
        assertThat(walls.obstacle(SYSTEM_V).orElseThrow()).contains("-v /tmp:/tmp", "--ipc=host");
        assertThat(walls.obstacle(RING).orElseThrow()).contains("--pid=host");
        assertThat(walls.obstacle(MEMORY_FILE).orElseThrow()).contains("/dev/shm:/dev/shm");
        assertThat(walls.obstacle(LOOPBACK)).isEmpty();
        assertThat(walls.hideProcesses(here)).isTrue();
    }

    @Test
    void peersInOneContainerShareItsDirectory() {
        Surroundings container = on("boot", Map.of("mnt", "mnt:[2]"), List.of());
        Wall wall = Wall.of(List.of("podman", "exec", "-i", "c")).leadingTo(container, false, true);

        Walls walls = new Walls(wall, wall, List.of());

        assertThat(walls.obstacle(FILES)).isEmpty();
        assertThat(walls.obstacleToAuxiliary().orElseThrow()).contains("beside the launcher", "-v /tmp:/tmp");
        assertThat(walls.of(Role.SERVER).scratch(Path.of("/tmp/x/ipcbench-1")))
                .isEqualTo(Path.of("/var/tmp/ipcbench-1"));
        assertThat(walls.of(Role.AUXILIARY).isOpen()).isTrue();
    }

    @Test
    void clockOfAnotherKernelOrTimeNamespaceIsNotTrusted() {
        assertThat(server(here, true).trustTheClock()).isFalse(); // they prove it
        assertThat(server(on("boot", Map.of("mnt", "mnt:[2]"), List.of()), false)
                        .trustTheClock())
                .isTrue();
        assertThat(server(on("boot", Map.of("mnt", "mnt:[2]", "time", "time:[2]"), List.of()), false)
                        .trustTheClock())
                .isFalse();
        assertThat(server(on("other", Map.of(), List.of()), false).trustTheClock())
                .isFalse();
    }

    private Wall open() {
        return Wall.NONE.leadingTo(here, true, true);
    }

    private Walls server(Surroundings there, boolean sharesFiles) {
        return new Walls(
                Wall.of(List.of("env")).leadingTo(there, sharesFiles, there.sharesClock(here)), open(), List.of());
    }

    private static Surroundings on(String boot, Map<String, String> otherNamespaces, List<String> addresses) {
        Map<String, String> namespaces = new HashMap<>();
        for (String name : List.of("net", "ipc", "pid", "mnt", "time")) {
            namespaces.put(name, otherNamespaces.getOrDefault(name, name + ":[1]"));
        }
        return new Surroundings(
                Surroundings.PROTOCOL,
                "",
                "/jdk",
                "17",
                Path.of("/var/tmp"),
                Map.of("kernel", "6"),
                namespaces,
                boot,
                addresses,
                List.of(),
                null);
    }
}
