package org.ipcbench.run.request;

/**
 * What a run is measured with and what it leaves, whatever its cells are.
 *
 * @param peers what is wanted of the peers
 * @param acceptance which figures the user accepts
 * @param output what the run leaves
 */
public record RunSetup(PeerRequest peers, Acceptance acceptance, RunOutput output) {}
