package org.ipcbench.transport;

/**
 * The client's channel of a library that knows calls, in which a request and its answer belong together. Until it is told
 * otherwise it carries messages like any other channel.
 */
public interface RequestChannel extends Channel {

    /**
     * From now on each message of this side is answered by one before the next is sent: {@link #commit} sends a request, and
     * {@link #receive} returns its answer, so that both are one call of the library. Called before the first message. The
     * server's channel learns it from the requests themselves.
     */
    void sendRequests();
}
