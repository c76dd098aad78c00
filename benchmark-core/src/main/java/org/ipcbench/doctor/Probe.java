package org.ipcbench.doctor;

import java.util.List;

/** One check. If the machine does not tell something, there is no finding and no failure. */
@FunctionalInterface
interface Probe {
    List<Finding> findings();
}
