package org.ipcbench.workload.call;

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
import org.ipcbench.workload.message.Payload;

/**
 * One message and its answer per connection, one connection after the other. The halves are the same as for round
 * trips; their channel opens a new connection for each round trip.
 */
public record Connect(Extent extent, int requestBytes, Payload payload) implements Workload {
    /** What a record keeps of it: nothing of its own. */
    public record Terms() implements QuestionTerms.Own {
        @Override
        public Workload asked(QuestionTerms all) {
            return new Connect(all.extent(), all.requestBytes(), all.payload());
        }
    }

    @Override
    public Workload over(Extent other) {
        return new Connect(other, requestBytes, payload);
    }

    @Override
    public Terms ownTerms() {
        return new Terms();
    }

    @Override
    public Question question() {
        return Question.CONNECT;
    }

    @Override
    public boolean reconnects() {
        return true;
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return roundTrips().clientHalf(channel, maxMessageBytes, recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        return roundTrips().serverHalf(channel, maxMessageBytes, recorder, clock);
    }

    private PingPong roundTrips() {
        return new PingPong(extent, requestBytes, payload);
    }
}
