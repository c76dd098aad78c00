package com.example.faulty;

/** A Unix socket that delivers a message twice. */
public final class FaultyDouble extends FaultyTransport {
    public FaultyDouble() {
        super(Original.UDS, Fault.DOUBLE);
    }
}
