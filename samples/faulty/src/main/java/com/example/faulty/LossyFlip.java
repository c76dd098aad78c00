package com.example.faulty;

/** UDP that flips a bit. */
public final class LossyFlip extends FaultyTransport {
    public LossyFlip() {
        super(Original.UDP, Fault.FLIP);
    }
}
