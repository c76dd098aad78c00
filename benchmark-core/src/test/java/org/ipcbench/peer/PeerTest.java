package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

final class PeerTest {

    @Test
    void failureForLackOfDescriptorsNamesTheLimit() {
        assertThat(Peer.describe(new IOException("cannot connect", new SocketException("Too many open files"))))
                .matches("IOException: cannot connect, because of SocketException: Too many open files; "
                        + "EMFILE; Max open files is \\d+ \\(/proc/self/limits\\), ulimit -n raises it");
    }

    @Test
    void otherFailuresAreReportedUnchanged() {
        assertThat(Peer.describe(new IOException("cannot connect", new IllegalStateException())))
                .isEqualTo("IOException: cannot connect, because of IllegalStateException");
    }
}
