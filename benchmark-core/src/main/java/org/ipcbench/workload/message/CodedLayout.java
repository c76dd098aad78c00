package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.workload.codec.Orders;

/**
 * Messages that a codec writes and reads: orders, of which each has the sequence number and the last bit among its fields. Some of the
 * writings and readings are timed.
 */
public final class CodedLayout extends MessageLayout {
    private final Orders orders;
    private final CallParts.Meter meter;
    private final boolean ofRequests;

    /**
     * A layout of requests, or of answers.
     *
     * @param meter times the parts of a call on this side, of which the request is the first one and the answer the last one
     */
    public CodedLayout(Orders orders, CallParts.Meter meter, boolean ofRequests) {
        this.orders = orders;
        this.meter = meter;
        this.ofRequests = ofRequests;
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        begin();
        orders.encode(buffer, sequence, last == LAST);
        end();
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        begin();
        boolean sound = decode(buffer, sequence);
        end();
        if (!sound || orders.sequence() != sequence) {
            throw fault(buffer, sequence, sequence, orders.sequence());
        }
        return orders.isLast();
    }

    private void begin() {
        if (ofRequests) {
            meter.beginRequest();
        } else {
            meter.beginAnswer();
        }
    }

    private void end() {
        if (ofRequests) {
            meter.endRequest();
        } else {
            meter.endAnswer();
        }
    }

    private boolean decode(ByteBuffer buffer, long sequence) throws IOException {
        try {
            return orders.decode(buffer);
        } catch (IOException | RuntimeException e) { // a library throws either
            throw new CorruptMessageException(sequence, e);
        }
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        isSound(buffer);
        return orders.sequence();
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        try {
            return orders.decode(buffer);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** The next order is not looked for in the middle of a damaged one. */
    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return false;
    }
}
