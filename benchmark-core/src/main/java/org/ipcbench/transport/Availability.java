package org.ipcbench.transport;

import java.util.function.Supplier;

/** Whether this machine offers a transport. The answer is found without loading native code. */
public sealed interface Availability {

    /** The transport can be measured here. */
    record Available() implements Availability {}

    /**
     * The transport cannot be measured here.
     *
     * @param reason what is missing
     * @param remedy what the user can do about it; empty if the reason says it
     */
    record Unavailable(String reason, String remedy) implements Availability {
        @Override
        public String toString() {
            return remedy.isEmpty() ? reason : reason + "; " + remedy;
        }
    }

    /** Returns this answer if it is a no, else the next one: for a transport with several requirements. */
    default Availability and(Supplier<Availability> next) {
        return this instanceof Unavailable ? this : next.get();
    }

    static Availability available() {
        return new Available();
    }

    static Availability unavailable(String reason, String remedy) {
        return new Unavailable(reason, remedy);
    }
}
