package org.ipcbench.transports.queue;

/** The purpose of a message in a queue. Queues tell kinds apart by a number that they keep beside the payload. */
public enum MessageKind {
    /** A message of the session. */
    DATA,
    /** The sender has closed. Without payload; it is received after all data, whenever it was sent. */
    END,
    /** A client's proof and where to answer, or the server's proof. */
    HELLO
}
