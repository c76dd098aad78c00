package org.ipcbench.analysis.doubt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.doubt.Verdict.Level;
import org.junit.jupiter.api.Test;

final class VerdictTest {
    private static final Reason ONCE = Reason.of(Kind.NOT_REPEATED, "measured once");
    private static final Reason SHORT = Reason.of(Kind.SHORT, "too short");

    @Test
    void validHasNoReason() {
        assertThat(Verdict.of(List.of())).isEqualTo(new Verdict(Level.VALID, List.of(), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Verdict(Level.VALID, List.of(SHORT), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Verdict(Level.SUSPECT, List.of(), List.of()));
    }

    @Test
    void theWorstReasonDecides() {
        assertThat(Verdict.of(List.of(ONCE)).level()).isEqualTo(Level.UNREPEATED);
        assertThat(Verdict.of(List.of(ONCE, SHORT)).level()).isEqualTo(Level.SUSPECT);
        assertThat(Verdict.invalid(Kind.FAILED, "died").level()).isEqualTo(Level.INVALID);
    }

    @Test
    void aWideFigureIsNotDoubtful() {
        Reason wide = Reason.of(Kind.WIDE, "the mean rate is uncertain by ± 40 %");

        assertThat(Verdict.of(List.of(wide)).level()).isEqualTo(Level.WIDE);
        assertThat(Verdict.of(List.of(wide)).isDoubtful()).isFalse();
        assertThat(Verdict.of(List.of(wide, SHORT)).level()).isEqualTo(Level.SUSPECT);
        assertThat(Verdict.of(List.of(wide)).accepting(EnumSet.of(Kind.WIDE)).level())
                .isEqualTo(Level.VALID);
    }

    @Test
    void aNoteMakesNothingSuspect() {
        Reason note = Reason.of(Kind.TIMESTAMPS, "timestamps cost up to 1.2 %").asNote();
        Verdict verdict = Verdict.of(List.of(note));

        assertThat(verdict.level()).isEqualTo(Level.VALID);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(verdict.notes()).containsExactly(note);
        assertThat(verdict.accepting(Set.of())).isEqualTo(verdict);
        assertThat(verdict.accepting(EnumSet.of(Kind.TIMESTAMPS)).notes()).isEmpty();
        assertThat(Verdict.of(List.of(Reason.of(Kind.TIMESTAMPS, "timestamps cost up to 12 %")))
                        .level())
                .isEqualTo(Level.SUSPECT);
    }

    @Test
    void reasonsComeInTheOrderOfTheirKinds() {
        assertThat(Verdict.of(List.of(ONCE, SHORT)).reasons()).containsExactly(SHORT, ONCE);
        assertThat(Verdict.of(List.of(ONCE, SHORT)).text()).isEqualTo("too short; measured once");
    }

    @Test
    void anAcceptedDoubtIsNone() {
        Verdict verdict = Verdict.of(List.of(ONCE, SHORT));

        assertThat(verdict.accepting(EnumSet.of(Kind.SHORT))).isEqualTo(Verdict.of(List.of(ONCE)));
        assertThat(verdict.accepting(EnumSet.of(Kind.SHORT, Kind.NOT_REPEATED)).level())
                .isEqualTo(Level.VALID);
        assertThat(verdict.accepting(Set.of())).isEqualTo(verdict);
    }

    @Test
    void whatWasNotMeasuredCannotBeAccepted() {
        Verdict failed = Verdict.invalid(Kind.FAILED, "died");

        assertThat(failed.accepting(EnumSet.allOf(Kind.class))).isEqualTo(failed);
    }

    @Test
    void labelsAreTheWordsOfOptionsAndFiles() {
        assertThat(Level.values())
                .extracting(Level::label)
                .containsExactly("valid", "wide", "unrepeated", "suspect", "invalid");
        assertThat(Kind.TWO_SPEEDS.label()).isEqualTo("two-speeds");
        assertThat(Kind.values())
                .allSatisfy(kind -> assertThat(Kind.labelled(kind.label())).contains(kind));
        assertThat(Kind.labelled("two speeds")).isEmpty();
    }

    @Test
    void labelsOfEarlierVersionsAreKnown() {
        assertThat(Kind.formerlyLabelled("spread")).contains(Kind.WIDE);
        assertThat(List.of("warm-up-limit", "slow-start", "drift", "compilation"))
                .allSatisfy(label -> assertThat(Kind.formerlyLabelled(label)).contains(Kind.WARM_UP));
        assertThat(Kind.labelled("spread")).isEmpty();
        assertThat(Kind.formerlyLabelled("two-speeds")).isEmpty();
    }

    @Test
    void aReasonEndsWithItsAdvice() {
        assertThat(new Reason(Kind.SHORT, Statement.of("too short"), Map.of("seconds", 0.1), "send more").text())
                .isEqualTo("too short, send more");
        assertThat(SHORT.text()).isEqualTo("too short");
    }
}
