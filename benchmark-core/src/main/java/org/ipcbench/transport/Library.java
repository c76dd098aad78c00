package org.ipcbench.transport;

/** The library that moves a transport's messages. Its version is looked up when asked for, because that takes time. */
@FunctionalInterface
public interface Library {
    /** The JDK of the peers, for transports that need nothing else. */
    Library JDK = () -> "JDK";

    /** Name and version, for example {@code Aeron 1.51.0}. */
    String nameAndVersion();
}
