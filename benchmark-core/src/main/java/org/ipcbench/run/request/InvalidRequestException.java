package org.ipcbench.run.request;

/** A request that cannot be measured, reported before anything is measured. */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Argument argument;

    /**
     * A wrong argument.
     *
     * @param problem what is wrong with it and what is allowed, in one line
     */
    public InvalidRequestException(Argument argument, String problem) {
        super(problem);
        this.argument = argument;
    }

    /** A wrong argument that another exception has reported. */
    public InvalidRequestException(Argument argument, Exception problem) {
        super(String.valueOf(problem.getMessage()), problem);
        this.argument = argument;
    }

    /** The wrong argument. */
    public Argument argument() {
        return argument;
    }

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
        /** The peers' programs. */
        PEER,
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
}
