package com.example.faulty;

/** UDP that delivers half a message. */
public final class LossyTruncate extends FaultyTransport {
    public LossyTruncate() {
        super(Original.UDP, Fault.TRUNCATE);
    }
}
