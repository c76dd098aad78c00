package com.example.faulty;

/** UDP on which a sender stops. */
public final class LossyStall extends FaultyTransport {
    public LossyStall() {
        super(Original.UDP, Fault.STALL);
    }
}
