package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExhaustionTest {

    /** As launchers and peers were seen to end with limits that were too low. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unable to create native thread: possibly out of memory       | ulimit -u, or pids.max",
                "Cannot run program /bin/sh: error=11, Resource unavailable | ulimit -u, or pids.max",
                "Failed to start thread - pthread_create failed (EAGAIN) for  | ulimit -u, or pids.max",
                "Failed to start thread - pthread_create failed (EAGAIN) for  | ulimit -v",
                "# There is insufficient memory for the Java Runtime Environment to continue. | ulimit -v, or memory.max",
                "Could not reserve enough space for 8388608KB object heap     | ulimit -v, or memory.max",
                "Too many open files                                          | ulimit -n",
                "tcp: client failed: BindException: Cannot assign requested address | net.ipv4.ip_local_port_range",
                "zmq: client failed: ZMQException: Errno 48                   | net.ipv4.ip_local_port_range",
                "aeron-ipc: auxiliary failed: IOException: File too large     | ulimit -f"
            })
    void limitIsNamedWithWhatRaisesIt(String failure, String remedy) {
        assertThat(Exhaustion.describe(new IOException(failure)))
                .startsWith(failure)
                .contains(remedy);
    }

    @ParameterizedTest
    @CsvSource({"anything else", "the client sent 1 messages"})
    void otherFailuresStayAsTheyAre(String failure) {
        assertThat(Exhaustion.describe(new IOException(failure))).isEqualTo(failure);
    }
}
