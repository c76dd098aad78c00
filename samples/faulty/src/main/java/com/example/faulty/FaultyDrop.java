package com.example.faulty;

/** A Unix socket that loses a message. */
public final class FaultyDrop extends FaultyTransport {
    public FaultyDrop() {
        super(Original.UDS, Fault.DROP);
    }
}
