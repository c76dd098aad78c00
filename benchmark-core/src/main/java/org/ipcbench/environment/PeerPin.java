package org.ipcbench.environment;

/**
 * How a peer was bound to its CPUs.
 *
 * @param pin {@code thread} if only the measuring thread is bound to its CPU, {@code process} if all threads are
 * @param measuringCpus the CPUs of the measuring thread, for example {@code 0}
 * @param otherCpus the CPUs of the peer's other threads, for example {@code 2-7}
 */
public record PeerPin(String pin, String measuringCpus, String otherCpus) {}
