package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.ipcbench.analysis.Verdict.Level;
import org.junit.jupiter.api.Test;

final class VerdictTest {

    @Test
    void validHasNoReason() {
        assertThat(Verdict.valid()).isEqualTo(new Verdict(Level.VALID, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Verdict(Level.VALID, List.of("too short")));
    }

    @Test
    void everyLevelButValidHasAReason() {
        assertThat(Verdict.invalid("lost all").reasons()).containsExactly("lost all");
        assertThatIllegalArgumentException().isThrownBy(() -> new Verdict(Level.SUSPECT, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Verdict(Level.INVALID, List.of()));
    }

    @Test
    void reasonsMakeTheVerdictSuspect() {
        assertThat(Verdict.suspectIf(List.of())).isEqualTo(Verdict.valid());
        assertThat(Verdict.suspectIf(List.of("too short"))).isEqualTo(new Verdict(Level.SUSPECT, List.of("too short")));
    }

    @Test
    void labelsAreLowerCase() {
        assertThat(Level.values()).extracting(Level::label).containsExactly("valid", "suspect", "invalid");
    }
}
