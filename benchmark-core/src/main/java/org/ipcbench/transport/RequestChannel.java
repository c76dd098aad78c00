package org.ipcbench.transport;

/**
 * The client's channel of a library that has calls: a request and its answer belong together. By default it carries
 * messages like any other channel.
 */
public interface RequestChannel extends Channel {

    /**
     * Switches to calls: from now on each message of this side is answered by one message before the next is sent.
     * {@link #commit} sends a request and {@link #receive} returns its answer, so that both are one call of the
     * library. Called before the first message. The server's channel recognizes calls by the requests themselves.
     */
    void sendRequests();
}
