package org.ipcbench.transports.queue;

/** The kind of a message in a queue. Queues distinguish kinds by a number besides the payload. */
public enum MessageKind {
    /** A message of the session. */
    DATA,
    /**
     * The sender has closed. The message has no payload and is received after all data, independent of the time of sending.
     */
    END,
    /** A client's proof and the address for the answer, or the server's proof. */
    HELLO
}
