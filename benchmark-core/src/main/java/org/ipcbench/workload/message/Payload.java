package org.ipcbench.workload.message;

/** How much of a message's payload the sender writes and the receiver reads and compares. */
public enum Payload {
    /** A long in every line of 64 bytes. */
    TOUCHED("touched"),
    /** Every byte. */
    FULL("full"),
    /** Nothing but the header. */
    HEADER("header");

    private final String label;

    Payload(String label) {
        this.label = label;
    }

    /** The name that the user types and that files contain. */
    public String label() {
        return label;
    }
}
