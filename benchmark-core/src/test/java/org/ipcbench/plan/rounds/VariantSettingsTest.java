package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class VariantSettingsTest {
    private static final PeerSettings PLAIN =
            new PeerSettings(new Jvm(Path.of("/opt/jdk"), "17"), List.of(), "a.jar", Duration.ofSeconds(1));
    private static final Cell CELL = SampleCells.cell("post", 64);

    @Test
    void cellWithoutVariantHasTheOnlySettings() {
        VariantSettings only = VariantSettings.ofOne(PLAIN);

        assertThat(only.of(CELL)).isEqualTo(PLAIN);
        assertThat(only.areVaried()).isFalse();
        assertThat(only.map(settings -> settings.withArgument("-Xint")).first().userArguments())
                .containsExactly("-Xint");
    }

    @Test
    void everyVariantHasItsOwnSettingsInTheirOrder() {
        Map<Variant, PeerSettings> settings = new LinkedHashMap<>();
        settings.put(new Variant("z"), PLAIN.withArgument("-Dz=1"));
        settings.put(new Variant("a"), PLAIN.withArgument("-Da=1"));
        VariantSettings variants = new VariantSettings(settings);

        assertThat(variants.areVaried()).isTrue();
        assertThat(variants.of(CELL.withVariant(new Variant("a"))).userArguments())
                .containsExactly("-Da=1");
        assertThat(variants.first().userArguments()).containsExactly("-Dz=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> variants.of(CELL))
                .withMessage("'' is no variant of this run");
        assertThatIllegalArgumentException().isThrownBy(() -> new VariantSettings(Map.of()));
    }
}
