package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableStyleTest {

    /** Where the locale is C, the JVM's charset may be ASCII. */
    @Test
    void tableIsLaidOutInAscii() {
        assertThat(TableStyle.inAscii("± × für nächste über Größe Ärger Öl Übung"))
                .matches("\\p{ASCII}*");
    }
}
