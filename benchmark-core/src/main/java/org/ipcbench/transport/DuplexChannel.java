package org.ipcbench.transport;

/** A channel whose two directions have nothing in common, so that one thread can send while another one receives. */
public interface DuplexChannel extends Channel {

    /** Whether two threads may use it at once; not if the directions share state in a library. */
    default boolean isForTwoThreads() {
        return true;
    }

    /**
     * From now on, one thread claims and commits while another one receives. What was received stays valid until the next
     * receive, whatever is sent meanwhile. Called before the first message.
     */
    default void sendWhileReceiving() {
        // most channels do nothing for one direction in a call of the other
    }
}
