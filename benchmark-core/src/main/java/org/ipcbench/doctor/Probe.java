package org.ipcbench.doctor;

import java.util.List;

/** One thing to look at. What the machine does not tell is nothing found, and no failure. */
@FunctionalInterface
interface Probe {
    List<Finding> findings();
}
