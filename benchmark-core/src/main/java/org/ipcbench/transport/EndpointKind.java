package org.ipcbench.transport;

import java.util.Set;

/**
 * Servers of users that speak one protocol and are measured from the client's side only. Implementations are found by {@link
 * java.util.ServiceLoader}, and have a public constructor without arguments that does no work.
 */
public interface EndpointKind {

    /** What addresses of such servers begin with, before the first colon, for example {@code http} and {@code http+unix}. */
    Set<String> schemes();

    /**
     * The server at an address, as a transport whose server nobody starts. Nothing is connected yet.
     *
     * @throws IllegalArgumentException if it is no such address; the message says what is allowed
     */
    Transport endpoint(String address);
}
