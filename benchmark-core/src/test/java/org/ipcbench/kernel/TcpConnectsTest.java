package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TcpConnectsTest {
    private static final String COUNTERS = """
            TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPSynRetrans
            TcpExt: 1 20 21 30
            IpExt: InNoRoutes ListenOverflows
            IpExt: 4 5
            """;

    @Test
    void countersAreThoseBelowTheirNames() {
        assertThat(TcpConnects.of(COUNTERS)).isEqualTo(new TcpConnects(20, 30));
        assertThat(TcpConnects.of(COUNTERS.replace("20 21 30", "25 26 37")).since(TcpConnects.of(COUNTERS)))
                .isEqualTo(new TcpConnects(5, 7));
    }

    @Test
    void whatTheKernelDoesNotTellIsUnknown() {
        assertThat(TcpConnects.of("")).isEqualTo(TcpConnects.UNKNOWN);
        assertThat(TcpConnects.of(COUNTERS.replace("ListenOverflows ListenDrops", "Other Others")))
                .isEqualTo(new TcpConnects(-1, 30));
        assertThat(TcpConnects.UNKNOWN.since(TcpConnects.of(COUNTERS))).isEqualTo(TcpConnects.UNKNOWN);
    }
}
