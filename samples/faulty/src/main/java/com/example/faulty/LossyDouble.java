package com.example.faulty;

/** UDP that delivers a message twice. */
public final class LossyDouble extends FaultyTransport {
    public LossyDouble() {
        super(Original.UDP, Fault.DOUBLE);
    }
}
