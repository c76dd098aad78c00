package com.example.faulty;

/** A Unix socket on which a sender stops. */
public final class FaultyStall extends FaultyTransport {
    public FaultyStall() {
        super(Original.UDS, Fault.STALL);
    }
}
