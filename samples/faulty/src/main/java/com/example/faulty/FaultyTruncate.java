package com.example.faulty;

/** A Unix socket that delivers half a message. */
public final class FaultyTruncate extends FaultyTransport {
    public FaultyTruncate() {
        super(Original.UDS, Fault.TRUNCATE);
    }
}
