package com.example.twins;

/** One of two equal transports. */
public final class TwinA extends Twin {
    public TwinA() {
        super("twin-a", "Unix domain stream socket, first twin", 2010);
    }
}
