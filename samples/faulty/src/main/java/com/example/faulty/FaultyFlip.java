package com.example.faulty;

/** A Unix socket that flips a bit. */
public final class FaultyFlip extends FaultyTransport {
    public FaultyFlip() {
        super(Original.UDS, Fault.FLIP);
    }
}
