package org.ipcbench.placement;

/** What of a peer is bound to the CPU of its placement. */
public enum Pin {
    /**
     * The measuring thread, and the threads that it starts: no other thread of the peer, such as a compiler's, takes
     * its CPU if there is another one.
     */
    THREAD("thread"),
    /** The whole process: on nodes, whose memory belongs to it, and where its threads have no names here. */
    PROCESS("process");

    private final String label;

    Pin(String label) {
        this.label = label;
    }

    /** The name for users and records. */
    public String label() {
        return label;
    }

    /**
     * Returns the value with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Pin ofLabel(String label) {
        for (Pin pin : values()) {
            if (pin.label.equals(label)) {
                return pin;
            }
        }
        throw new IllegalArgumentException("nothing is pinned by '%s'".formatted(label));
    }
}
