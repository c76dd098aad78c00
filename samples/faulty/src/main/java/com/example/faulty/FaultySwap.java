package com.example.faulty;

/** A Unix socket that delivers two messages in the wrong order. */
public final class FaultySwap extends FaultyTransport {
    public FaultySwap() {
        super(Original.UDS, Fault.SWAP);
    }
}
