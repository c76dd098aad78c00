package org.ipcbench.transport;

import java.io.IOException;

/** Thrown if a message arrived whose length is not the expected one. */
public final class WrongLengthException extends IOException {
    private static final long serialVersionUID = 1;

    public WrongLengthException(int sentBytes, int expectedBytes) {
        this(Integer.toString(sentBytes), expectedBytes);
    }

    private WrongLengthException(String sentBytes, int expectedBytes) {
        super("peer sent a message of %s bytes, expected %d".formatted(sentBytes, expectedBytes));
    }

    /** For a message that is too long by an unknown number of bytes. */
    public static WrongLengthException tooLong(int expectedBytes) {
        return new WrongLengthException("more than " + expectedBytes, expectedBytes);
    }
}
