package org.ipcbench.cli.fault;

import java.util.Locale;
import org.ipcbench.workload.Role;

/**
 * A signal that a process gets while an iteration is at a certain moment.
 *
 * @param victim who gets it
 * @param signal what it gets
 * @param moment what the iteration has reached
 */
record Fault(Victim victim, Signal signal, Moment moment) {
    private static final String SEPARATOR = ":";

    /** The process that gets the signal, or all of the run's processes at once, as from a terminal. */
    enum Victim {
        CLIENT,
        SERVER,
        AUXILIARY,
        LAUNCHER,
        GROUP;

        /** Whether it is a process that the launcher has started, and so can report. */
        boolean isStarted() {
            return this != LAUNCHER && this != GROUP;
        }

        /** The role of a process that the launcher has started. */
        Role role() {
            return Role.valueOf(name());
        }
    }

    /** A signal; the first three end a process that does not ignore them, with this exit code. */
    enum Signal {
        KILL(137),
        TERM(143),
        INT(130),
        /** What comes of the end of a terminal, which ends no process of a run. */
        HUP(0),
        STOP(0),
        /** SIGSTOP, and after a while SIGCONT. */
        PAUSE(0);

        private final int exitCode;

        Signal(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }

    /** What an iteration has reached, as the control messages tell. */
    enum Moment {
        /** The victim is about to get its assignment; the launcher and the group, when the first process is. */
        BEFORE_READY,
        /** The client has counted messages and has not been told to measure. */
        WARM_UP,
        /** The client has counted messages of the measured part. */
        MEASURED,
        /** The client has reported its measurement. */
        AT_THE_END
    }

    /** Reads what {@link #toString} has written. */
    static Fault parse(String text) {
        String[] parts = text.toUpperCase(Locale.ROOT).split(SEPARATOR, -1);
        return new Fault(Victim.valueOf(parts[0]), Signal.valueOf(parts[1]), Moment.valueOf(parts[2]));
    }

    /** Whether no further iteration follows. */
    boolean endsTheRun() {
        return !victim.isStarted() && signal != Signal.PAUSE && signal != Signal.HUP;
    }

    /** Whether the victim stands still until somebody kills it. */
    boolean leavesTheRunStopped() {
        return endsTheRun() && signal == Signal.STOP;
    }

    /** Whether the launcher is gone without having been able to do anything. */
    boolean silencesTheLauncher() {
        return endsTheRun() && (signal == Signal.STOP || signal == Signal.KILL);
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, victim.name(), signal.name(), moment.name())
                .toLowerCase(Locale.ROOT);
    }
}
