package org.ipcbench.run.request;

/**
 * The part of a run that does not depend on its cells.
 *
 * @param peers the requested peers
 * @param acceptance which figures the user accepts
 * @param output the output of the run
 */
public record RunSetup(PeerRequest peers, Acceptance acceptance, RunOutput output) {}
