package org.ipcbench.run.request;

/** What a request can be wrong in. Whoever takes requests from people knows the name that people use. */
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
    /** One of the JVM arguments of the peers, with which the problem begins. */
    JVM_ARGUMENTS,
    /** The time after which no round begins. */
    MAX_TIME,
    /** The directory of runs. */
    OUTPUT,
    /** The size of the file that is made and sent. */
    GENERATED_FILE,
    /** The file that the receiver writes. */
    TARGET_FILE,
    /** Several arguments together, or what the machine lacks for them, as the problem says. */
    REQUEST
}
