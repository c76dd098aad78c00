package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.call.PingPongServer;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.Test;

final class MessageSizesTest {
    private final Half half = new PingPongServer(
            MemoryChannel.connect(64).server(),
            64,
            64,
            Payload.TOUCHED,
            Work.NONE.worker(System::nanoTime),
            new Recorder());

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
