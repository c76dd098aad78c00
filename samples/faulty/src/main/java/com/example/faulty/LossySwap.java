package com.example.faulty;

/** UDP that delivers two messages in the wrong order. */
public final class LossySwap extends FaultyTransport {
    public LossySwap() {
        super(Original.UDP, Fault.SWAP);
    }
}
