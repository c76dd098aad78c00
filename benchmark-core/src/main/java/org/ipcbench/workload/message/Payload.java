package org.ipcbench.workload.message;

/** How much of a message's payload the sender writes and the receiver reads and compares. */
public enum Payload {
    /** A long in every line of 64 bytes. */
    TOUCHED("touched"),
    /** Every byte. */
    FULL("full"),
    /** Nothing but the header. */
    HEADER("header"),
    /** As touched; random bytes between the longs. */
    TOUCHED_RANDOM("touched"),
    /** As header; random bytes behind it. */
    HEADER_RANDOM("header");

    private final String label;

    Payload(String label) {
        this.label = label;
    }

    /** The same with this fill; every byte of a full payload is touched. */
    public Payload filled(Fill fill) {
        return switch (this) {
            case TOUCHED, TOUCHED_RANDOM -> fill == Fill.RANDOM ? TOUCHED_RANDOM : TOUCHED;
            case HEADER, HEADER_RANDOM -> fill == Fill.RANDOM ? HEADER_RANDOM : HEADER;
            case FULL -> FULL;
        };
    }

    /** The name that the user types and that files contain. */
    public String label() {
        return label;
    }
}
