/** The runner: starts pairs round by round, and repeats disturbed rounds. */
@NullMarked
package org.ipcbench.plan.rounds;

import org.jspecify.annotations.NullMarked;
