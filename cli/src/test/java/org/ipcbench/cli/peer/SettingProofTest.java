package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Setting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each setting that a user types has a test which fails if the setting does nothing: if the kernel is not told, or the peers do the same as
 * without it. A new one needs a line here.
 */
final class SettingProofTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of("benchmark-core", "transports", "cli");

    private static final Map<String, String> PROOFS = Map.ofEntries(
            Map.entry("--buffer", "transports/contract/TransportContract requestedBufferIsUsedOrRefusedWithItsBounds"),
            Map.entry(
                    "--spin",
                    "transports/waiting/SpinningTransportsTest receiverSleepsAfterItsSpinUntilAMessageArrives"),
            Map.entry("--socket", "cli/peer/KernelObjectIT settingReachesTheKernel"),
            Map.entry("--writes", "cli/peer/KernelObjectIT messageOfTwoWritesIsTwoCalls"),
            Map.entry("--parts", "cli/peer/KernelObjectIT settingReachesTheKernel"),
            Map.entry(
                    "--scheduler",
                    "transports/peer/PinnedThreadIT measuringThreadAndWhatItStartsHaveTheSchedulersClass"),
            Map.entry("--lock-memory", "transports/peer/PinnedThreadIT lockedPeerHasAllOfItsMemoryInRam"),
            Map.entry("--workers", "cli/peer/WorkersJobIT requestsOfAQueueAreAnsweredBySomeWorker"),
            Map.entry("--listener", "cli/peer/KernelObjectIT settingReachesTheKernel"),
            Map.entry(
                    "--idle", "cli/options/ClientsJobIT idleConnectionsTakeMemoryAndAreRefusedWhereNoSocketHoldsThem"),
            Map.entry("--sides", "cli/peer/SidesJobIT oneProcessIsCountedOnce"),
            Map.entry("--program", "cli/peer/SpawnJobIT startedProgramsCostIsTheServers"),
            Map.entry("--parent-heap", "transports/spawn/SpawnTransportTest parentHasTheMemoryThatWasAskedFor"),
            Map.entry("--relay", "cli/peer/RelayJobIT relaysAreMeasuredBesideTheDirectWay"),
            Map.entry("--relay-hops", "cli/peer/RelayJobIT relaysAreMeasuredBesideTheDirectWay"));

    static List<String> options() {
        return Setting.all().stream()
                .flatMap(setting -> setting.option().stream())
                .map(Setting.Option::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("options")
    void settingIsProven(String option) throws IOException {
        assertThat(PROOFS).as("proofs").containsKey(option);
        String[] proof = Objects.requireNonNull(PROOFS.get(option)).split(" ", -1);

        List<Path> files = MODULES.stream()
                .map(module -> ROOT.resolve(module)
                        .resolve("src/test/java/org/ipcbench")
                        .resolve(proof[0] + ".java"))
                .filter(Files::exists)
                .toList();
        assertThat(files).as(proof[0]).hasSize(1);
        try (Stream<String> lines = Files.lines(files.get(0))) {
            assertThat(lines).anyMatch(line -> line.contains("void " + proof[1] + "("));
        }
    }
}
