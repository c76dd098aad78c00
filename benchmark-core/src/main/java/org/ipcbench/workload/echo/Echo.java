package org.ipcbench.workload.echo;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;

/** One message at a time, which is answered twice. The client's half is that of round trips, over a channel that joins both answers. */
public record Echo(Extent extent, int requestBytes, Payload payload) implements Workload {
    /** What a record keeps of it: nothing of its own. */
    public record Terms() implements QuestionTerms.Own {
        @Override
        public Workload asked(QuestionTerms all) {
            return new Echo(all.extent(), all.requestBytes(), all.payload());
        }
    }

    @Override
    public Workload over(Extent other) {
        return new Echo(other, requestBytes, payload);
    }

    @Override
    public Terms ownTerms() {
        return new Terms();
    }

    @Override
    public Question question() {
        return Question.ECHO;
    }

    @Override
    public boolean needsEveryMessage() {
        return true;
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return new PingPong(extent, requestBytes, payload)
                .clientHalf(new JoinedAnswers(channel, requestBytes, payload), maxMessageBytes, recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return new EchoServer(channel, requestBytes, payload, recorder);
    }
}
