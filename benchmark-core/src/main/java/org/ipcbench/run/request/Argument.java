package org.ipcbench.run.request;

/** An argument of a request that can be wrong. A user interface translates it to the name that its users know. */
public enum Argument {
    /** The run that goes on. */
    RUN,
    /** The sizes of messages. */
    SIZES,
    /** The time of an iteration. */
    DURATION,
    /** The numbers of clients. */
    CLIENTS,
    /** How a server serves its clients. */
    SERVER_MODEL,
    /** What is compared besides transports. */
    VARIATION,
    /** The prefix of the server's command. */
    SERVER_VIA,
    /** The prefix of each client's command. */
    CLIENT_VIA,
    /** The server's program. */
    SERVER_PEER,
    /** The program of each client. */
    CLIENT_PEER,
    /** The addresses of the server. */
    SERVER_ADDRESS,
    /** The jars with further transports. */
    PLUGIN,
    /** The JVM arguments of the peers; the problem's text begins with the wrong one. */
    JVM_ARGUMENTS,
    /** The time limit after which no round begins. */
    MAX_TIME,
    /** The directory of runs. */
    OUTPUT,
    /** The size of the file that is made and sent. */
    GENERATED_FILE,
    /** The file that the receiver writes. */
    TARGET_FILE,
    /** Several arguments together, or something that the machine lacks; the problem's text says which. */
    REQUEST
}
