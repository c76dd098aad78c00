package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.Workload.Half;
import org.ipcbench.workload.call.PingPong;
import org.junit.jupiter.api.Test;

final class MessageSizesTest {
    private final Half half = new PingPong(new Extent.Count(1), 64)
            .serverHalf(MemoryChannel.connect(64).server(), 64, new Recorder(), System::nanoTime);

    @Test
    void halfThatAnswersInAnotherSizeIsRefused() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> new MessageSizes(64, 40).requireOf(half))
                .withMessage("PingPongServer exchanges requests of 64 bytes and answers of 64 bytes, "
                        + "the question asks for requests of 64 bytes and answers of 40 bytes");
    }

    @Test
    void halfThatExchangesWhatIsAskedForIsTaken() {
        assertThatCode(() -> new MessageSizes(64, 64).requireOf(half)).doesNotThrowAnyException();
    }
}
