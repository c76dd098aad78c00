package org.ipcbench.transport;

import java.util.List;

/** The library that moves a transport's messages. Its version is looked up when asked for, because that takes time. */
@FunctionalInterface
public interface Library {
    /** The JDK of the peers, for transports that need nothing else. */
    Library JDK = () -> "JDK";

    /** Name and version, for example {@code Aeron 1.51.0}. */
    String nameAndVersion();

    /**
     * The same in peers, for libraries that depend on their JVM.
     *
     * @param jvmVersion the version of the peers' Java, for example {@code 17.0.15}
     * @param jvmArguments what the user gave the peers' JVM
     * @throws IllegalArgumentException where the arguments ask for what the library does not have, with what is allowed
     */
    default String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
        return nameAndVersion();
    }
}
