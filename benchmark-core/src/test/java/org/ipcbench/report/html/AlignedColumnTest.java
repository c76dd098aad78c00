package org.ipcbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ipcbench.report.html.PageTable.AlignedColumn;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;
import org.junit.jupiter.api.Test;

class AlignedColumnTest {
    private static final List<Shown> ROWS = List.of(
            withError(Shown.of(12), Shown.of("0.5", 1)),
            withError(Shown.of("3.25", 2), Shown.of(12)),
            Shown.NOTHING,
            Shown.of("10 (40 %) / 20 (60 %)"),
            Shown.of("7.1", 1));

    @Test
    void pointsStandBelowEachOther() {
        assertThat(row(0)).isEqualTo("<td class=n>12\u2008\u2007\u2007<td class=e>± 0.5");
        assertThat(row(1)).isEqualTo("<td class=n>3.25<td class=e>± 12\u2008\u2007");
        assertThat(row(4)).isEqualTo("<td class=n>7.1\u2007<td>");
    }

    @Test
    void textThatIsNoFigureTakesBothColumns() {
        assertThat(row(2)).isEqualTo("<td class=\"n b\" colspan=2>");
        assertThat(row(3)).isEqualTo("<td class=\"n b\" colspan=2>10\u00a0(40\u00a0%)\u00a0/ 20\u00a0(60\u00a0%)");
    }

    private static String row(int row) {
        Markup markup = new Markup();
        new AlignedColumn("", ROWS).writeCell(markup, row);
        return markup.toString();
    }

    private static Shown withError(Shown number, Shown error) {
        return new Shown(number.value(), number.decimals(), "", Optional.of(error));
    }
}
