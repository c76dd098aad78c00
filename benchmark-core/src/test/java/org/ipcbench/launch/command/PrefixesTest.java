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

final class PrefixesTest {
    private static final Traits FILES = Traits.blockingStream();
    private static final Traits NETWORK = FILES.with(Trait.NETWORK);
    private static final Traits LOOPBACK = FILES.with(Trait.LOOPBACK);
    private static final Traits ABSTRACT_NAME = FILES.with(Trait.NETWORK_NAMESPACE);
    private static final Traits SYSTEM_V = FILES.with(Trait.IPC_NAMESPACE);
    private static final Traits RING = Traits.of(WaitStrategy.BLOCKING, Trait.IN_PLACE, Trait.PROCESS_IDS);
    private static final Traits STREAMS = Traits.of(WaitStrategy.BLOCKING, Trait.OWNS_STANDARD_STREAMS);
    private static final Traits MEMORY_FILE = Traits.of(WaitStrategy.BLOCKING, Trait.IN_PLACE);

    private final Surroundings here = on("boot", Map.of(), List.of("192.0.2.1"));

    @Test
    void nothingStopsPeersBesideTheLauncher() {
        assertThat(Prefixes.NONE.obstacle(LOOPBACK.with(Trait.OWNS_STANDARD_STREAMS)))
                .isEmpty();
        assertThat(Prefixes.NONE.obstacleToAuxiliary()).isEmpty();
        assertThat(Prefixes.NONE.serverAddress()).isEmpty();
    }

    @Test
    void everythingCrossesAPrefixThatChangesNothing() {
        Prefixes prefixes = server(here.seeing(List.of(Path.of("/dev/shm/probe"))), true);

        assertThat(List.of(FILES, NETWORK, LOOPBACK, SYSTEM_V, RING, MEMORY_FILE, STREAMS))
                .allSatisfy(traits -> assertThat(prefixes.obstacle(traits)).isEmpty());
        assertThat(prefixes.differences()).isEmpty();
    }

    @Test
    void standardStreamsCrossWhereControlHasASocketAndTheClientIsBesideTheLauncher() {
        Surroundings container = on("boot", Map.of("mnt", "mnt:[2]", "pid", "pid:[2]", "net", "net:[2]"), List.of());
        Prefixes client = new Prefixes(open(), Prefix.of(List.of("env")).leadingTo(here, true, true), List.of());

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
        Prefixes prefixes = server(there, true);
        Prefixes named = new Prefixes(prefixes.server(), prefixes.client(), List.of("10.9.9.9", "10.0.0.2"));

        assertThat(prefixes.obstacle(NETWORK).orElseThrow()).contains("--server-address", "10.0.0.2");
        assertThat(prefixes.obstacle(LOOPBACK).orElseThrow()).contains("loopback", "--network=host");
        assertThat(prefixes.obstacle(ABSTRACT_NAME).orElseThrow()).contains("two network namespaces", "--network=host");
        assertThat(prefixes.obstacle(FILES)).isEmpty();
        assertThat(named.obstacle(NETWORK)).isEmpty();
        assertThat(named.serverAddress()).isEqualTo("10.0.0.2");
        assertThat(prefixes.differences()).containsExactly("namespaces net");
    }

    @Test
    void clockAndKernelAreOneWhereThePeersTellSo() {
        Prefixes container = server(on("boot", Map.of("net", "net:[2]"), List.of()), true);
        Prefixes shifted = server(on("boot", Map.of("time", "time:[2]"), List.of()), true);
        Prefixes otherHost = server(on("other", Map.of(), List.of()), false);
        Prefixes untold = server(on("", Map.of(), List.of()), true);

        assertThat(List.of(Prefixes.NONE, container)).allSatisfy(prefixes -> {
            assertThat(prefixes.haveOneClock()).isTrue();
            assertThat(prefixes.haveTwoKernels()).isFalse();
        });
        assertThat(List.of(shifted, otherHost, untold)).noneMatch(Prefixes::haveOneClock);
        assertThat(List.of(shifted, untold)).noneMatch(Prefixes::haveTwoKernels);
        assertThat(otherHost.haveTwoKernels()).isTrue();
        assertThat(Prefix.NONE.sharesClock()).isTrue();
        assertThat(Prefix.of(List.of("ssh", "host")).sharesClock())
                .as("before anybody has looked")
                .isFalse();
    }

    @Test
    void addressOfOneNamespaceIsLoopbackWhateverIsGiven() {
        Prefixes prefixes =
                new Prefixes(Prefix.of(List.of("env")).leadingTo(here, true, true), open(), List.of("192.0.2.1"));

        assertThat(prefixes.serverAddress()).isEmpty();
    }

    @Test
    void eachLackNamesTheFlagThatAllowsTheTransport() {
        Surroundings there = on("boot", Map.of("ipc", "ipc:[2]", "pid", "pid:[2]", "mnt", "mnt:[2]"), List.of());
        Prefixes prefixes = server(there, false);

        assertThat(prefixes.obstacle(FILES).orElseThrow()).contains("-v /tmp:/tmp");
        assertThat(prefixes.obstacle(SYSTEM_V).orElseThrow()).contains("-v /tmp:/tmp", "--ipc=host");
        assertThat(prefixes.obstacle(RING).orElseThrow()).contains("--pid=host");
        assertThat(prefixes.obstacle(MEMORY_FILE).orElseThrow()).contains("/dev/shm:/dev/shm");
        assertThat(prefixes.obstacle(LOOPBACK)).isEmpty();
        assertThat(prefixes.obstacle(ABSTRACT_NAME)).isEmpty();
        assertThat(prefixes.obstacle(FILES.with(Trait.OWNS_STANDARD_STREAMS, Trait.REPLACES_STANDARD_STREAMS))
                        .orElseThrow())
                .contains("omit --server-via");
        assertThat(prefixes.hideProcesses(here)).isTrue();
    }

    @Test
    void peersInOneContainerShareItsDirectory() {
        Surroundings container = on("boot", Map.of("mnt", "mnt:[2]"), List.of());
        Prefix prefix = Prefix.of(List.of("podman", "exec", "-i", "c")).leadingTo(container, false, true);

        Prefixes prefixes = new Prefixes(prefix, prefix, List.of());

        assertThat(prefixes.obstacle(FILES)).isEmpty();
        assertThat(prefixes.obstacleToAuxiliary().orElseThrow()).contains("beside the launcher", "-v /tmp:/tmp");
        assertThat(prefixes.of(Role.SERVER).scratch(Path.of("/tmp/x/ipcbench-1")))
                .isEqualTo(Path.of("/var/tmp/ipcbench-1"));
        assertThat(prefixes.of(Role.AUXILIARY).isNone()).isTrue();
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

    private Prefix open() {
        return Prefix.NONE.leadingTo(here, true, true);
    }

    private Prefixes server(Surroundings there, boolean sharesFiles) {
        return new Prefixes(
                Prefix.of(List.of("env")).leadingTo(there, sharesFiles, there.sharesClock(here)), open(), List.of());
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
