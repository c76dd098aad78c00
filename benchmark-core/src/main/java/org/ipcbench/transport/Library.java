package org.ipcbench.transport;

import java.util.List;

/** The library that moves a transport's messages. The version is looked up on request, because that takes time. */
@FunctionalInterface
public interface Library {
    /** The JDK of the peers, for transports that need nothing else. */
    Library JDK = () -> "JDK";

    /** Name and version, for example {@code Aeron 1.51.0}. */
    String nameAndVersion();

    /**
     * Name and version as the peers have them, for libraries that depend on the peers' JVM.
     *
     * @param jvmVersion the version of the peers' Java, for example {@code 17.0.15}
     * @param jvmArguments arguments that the user gave the peers' JVM
     * @throws IllegalArgumentException if the arguments ask for something that the library does not have; the message
     *     names what is allowed
     */
    default String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
        return nameAndVersion();
    }
}
