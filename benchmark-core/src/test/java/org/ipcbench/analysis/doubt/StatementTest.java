package org.ipcbench.analysis.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatementTest {
    @Test
    void numbersThatDifferBecomeARangeAndAnUpperBoundTheGreatest() {
        String format = "a peer exchanged nothing for %.0f ms, which costs up to %d %%";

        assertThat(merged(Statement.of(format, 30.2, 6), Statement.of(format, 9.5, 13), Statement.of(format, 12.0, 2)))
                .isEqualTo("a peer exchanged nothing for 10 to 30 ms, which costs up to 13 %");
        assertThat(merged(Statement.of(format, 9.8, 2), Statement.of(format, 10.4, 2)))
                .as("equal as they are read")
                .isEqualTo("a peer exchanged nothing for 10 ms, which costs up to 2 %");
    }

    @Test
    void numbersOfTimesAreMergedInWords() {
        List<Statement> times = IntStream.of(2, 1, 1)
                .mapToObj(number -> Statement.of("measured %s", Statement.times(number)))
                .toList();

        assertThat(Statement.merged(times)).isEqualTo("measured once or twice");
        assertThat(Statement.merged(times.subList(0, 1))).isEqualTo("measured twice");
        assertThat(times).extracting(Statement::form).containsOnly(times.get(0).form());
    }

    @Test
    void quotedNumbersAreWords() {
        Statement first = Statement.of("%d of %d failed: %s", 1, 5, "message 5 is lost, 100 % sure");
        Statement second = Statement.of("%d of %d failed: %s", 2, 5, "message 6 is lost, 100 % sure");

        assertThat(first.text()).isEqualTo("1 of 5 failed: message 5 is lost, 100 % sure");
        assertThat(first.form()).isNotEqualTo(second.form());
        assertThat(Statement.quoting("exit code 7").form())
                .isNotEqualTo(Statement.quoting("exit code 8").form());
    }

    private static String merged(Statement... alike) {
        assertThat(alike).extracting(Statement::form).containsOnly(alike[0].form());
        return Statement.merged(List.of(alike));
    }
}
