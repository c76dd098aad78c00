package org.ipcbench.advise;

import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;

/** A demand on a transport, besides speed. The transport's traits decide it before anything is measured. */
public enum Demand {
    /** The transport connects two processes, and does not work within one only. */
    TWO_PROCESSES("two processes", "works within one process only"),
    /** Every message arrives, in the order in which it was sent. */
    EVERY_MESSAGE_IN_ORDER("every message in order", "may lose and reorder messages"),
    /** A waiting process leaves its CPU to others. */
    NO_SPIN("--leave-out spinning", "keeps a CPU busy while it waits"),
    /** Messages go through the kernel, so that neither process can change messages that the other one has received. */
    ISOLATED("--leave-out shared-memory", "both processes have memory in common"),
    /** A peer finds out by its transport that the other process was killed. */
    NOTICED_DEATH("--notice-death", "never tells that the other process was killed"),
    /** One server has several clients. */
    MANY_CLIENTS("--clients", "serves one client only");

    private final String label;
    private final String violation;

    Demand(String label, String violation) {
        this.label = label;
        this.violation = violation;
    }

    /** The demand as messages show it. */
    public String label() {
        return label;
    }

    /** How a transport violates the demand. */
    public String violation() {
        return violation;
    }

    /** Whether the demand excludes transports with these traits. */
    public boolean excludes(Traits traits) {
        return switch (this) {
            case TWO_PROCESSES -> traits.withinOneProcess();
            case EVERY_MESSAGE_IN_ORDER -> traits.lossy();
            case NO_SPIN -> traits.waitStrategy() == WaitStrategy.SPINNING;
            case ISOLATED -> traits.sharesMemory();
            case NOTICED_DEATH -> traits.has(Trait.HIDES_DEATH);
            case MANY_CLIENTS -> !traits.has(Trait.MANY_CLIENTS);
        };
    }
}
