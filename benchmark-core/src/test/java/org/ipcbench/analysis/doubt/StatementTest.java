package org.ipcbench.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MergedStatementsTest {
    @Test
    void numbersThatDifferBecomeARangeAndAnUpperBoundTheGreatest() {
        MergedStatements merged = new MergedStatements(List.of(
                "a peer exchanged nothing for 30 ms, which costs up to 6 %",
                "a peer exchanged nothing for 9.5 ms, which costs up to 13 %",
                "a peer exchanged nothing for 12 ms, which costs up to 2 %"));

        assertThat(merged.text()).isEqualTo("a peer exchanged nothing for 9.5 to 30 ms, which costs up to 13 %");
        assertThat(new MergedStatements(List.of("p99 costs $1 of 3", "p99 costs $1 of 3")).text())
                .isEqualTo("p99 costs $1 of 3");
    }

    @Test
    void numbersOfTimesAreMergedInWords() {
        assertThat(new MergedStatements(List.of("measured twice", "measured once", "measured once")).text())
                .isEqualTo("measured once or twice");
        assertThat(new MergedStatements(List.of("measured twice", "measured twice")).text())
                .isEqualTo("measured twice");
        assertThat(MergedStatements.pattern("measured once")).isEqualTo(MergedStatements.pattern("measured twice"));
    }
}
