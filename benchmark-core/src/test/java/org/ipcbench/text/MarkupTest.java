package org.ipcbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkupTest {

    @Test
    void textAndAttributesCannotBecomeElements() {
        String page = new Markup()
                .element("p", "</p><script>alert('x')</script>", "title", "\"><script>alert(1)</script>")
                .toString();

        assertThat(page)
                .isEqualTo("<p title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">"
                        + "&lt;/p&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</p>");
    }

    @Test
    void namesOfElementsAndAttributesAreNames() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Markup().open("p onclick=x"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Markup().open("p", "a=b c", "d"));
    }

    @Test
    void elementThatIsNotClosedIsAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Markup().open("p").toString());
    }

    @Test
    void cellsOfTablesNeedNoEndTag() {
        assertThat(new Markup()
                        .open("tr")
                        .element("td", "1")
                        .element("td", "2", "class", "n")
                        .close())
                .hasToString("<tr><td>1<td class=n>2");
    }

    @Test
    void xmlHasAllQuotesAndEndTags() {
        assertThat(Markup.xml().open("td", "class", "n", "title", "").text("1").close())
                .hasToString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<td class=\"n\" title=\"\">1</td>\n");
    }

    @ParameterizedTest
    @CsvSource({"12.340, 2, 12.34", "0.04, 1, 0", "-0.04, 1, 0", "100, 1, 100", "1e21, 1, 1000000000000000000000"})
    void numbersHaveNoNeedlessDigits(double value, int decimals, String text) {
        assertThat(Markup.number(value, decimals)).isEqualTo(text);
    }
}
