package com.example.faulty;

/** UDP that loses a message. */
public final class LossyDrop extends FaultyTransport {
    public LossyDrop() {
        super(Original.UDP, Fault.DROP);
    }
}
