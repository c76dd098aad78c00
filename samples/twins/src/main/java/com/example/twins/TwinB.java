package com.example.twins;

/** The other of two equal transports. */
public final class TwinB extends Twin {
    public TwinB() {
        super("twin-b", "Unix domain stream socket, second twin", 2011);
    }
}
