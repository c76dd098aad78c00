package org.ipcbench.workload;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What separates the two halves of a workload. */
public enum Sides {
    /** Each half is a process. */
    PROCESSES,
    /** Both halves are threads of one process, which exchange messages as two processes would. */
    THREADS;

    /** The name for users and records. */
    public String label() {
        return switch (this) {
            case PROCESSES -> "processes";
            case THREADS -> "threads";
        };
    }

    /**
     * Returns the value with this name.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public static Sides ofLabel(String label) {
        return Stream.of(values())
                .filter(sides -> sides.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' must be one of %s"
                        .formatted(label, Stream.of(values()).map(Sides::label).collect(Collectors.joining(", ")))));
    }
}
