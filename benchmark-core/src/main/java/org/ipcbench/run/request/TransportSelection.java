package org.ipcbench.run.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.text.Lists;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointTransport;

/**
 * The transports that the user asked for.
 *
 * @param transports in the registry's order
 * @param named ids that the user gave one by one, not as members of a group
 */
public record TransportSelection(List<Transport> transports, List<String> named) {
    public TransportSelection {
        transports = List.copyOf(transports);
        named = List.copyOf(named);
    }

    /**
     * Reads a list of ids and groups.
     *
     * @throws IllegalArgumentException if an id or a group is not known, or an id occurs twice
     */
    public static TransportSelection parse(String text, TransportRegistry registry) {
        Set<Transport> chosen = new LinkedHashSet<>();
        List<String> named = new ArrayList<>();
        for (String name : Lists.split(text)) {
            if (registry.isGroup(name)) {
                chosen.addAll(registry.group(name));
            } else {
                Transport transport = named(name, registry);
                chosen.add(transport);
                named.add(transport.id());
            }
        }
        Lists.requireDistinct(named, text);
        List<Transport> inOrder =
                registry.all().stream().filter(chosen::contains).toList();
        return new TransportSelection(inOrder, named);
    }

    /** Transports that are all named one by one. */
    public static TransportSelection of(List<Transport> transports) {
        return new TransportSelection(
                transports, transports.stream().map(Transport::id).toList());
    }

    /**
     * Servers of users, each at the place where its host is found now.
     *
     * @param anywhere whether they may be on other machines
     * @throws IllegalArgumentException if an address is none, is not allowed, asks for a secret, or occurs twice
     */
    public static TransportSelection ofServers(List<String> addresses, TransportRegistry registry, boolean anywhere) {
        List<Transport> servers = new ArrayList<>();
        for (String address : addresses) {
            Transport server = registry.endpoint(address);
            if (server instanceof EndpointTransport endpoint) {
                requireAllowed(endpoint, anywhere);
            }
            servers.add(server);
        }
        List<String> ids = servers.stream().map(Transport::id).toList();
        Lists.requireDistinct(ids, String.join(",", ids));
        return of(servers);
    }

    private static void requireAllowed(EndpointTransport server, boolean anywhere) {
        EndpointAddress address = server.address();
        String asked = address.asked();
        int query = asked.indexOf('?');
        if (query >= 0 && EnvironmentProbe.isSecret(asked.substring(query))) {
            throw new IllegalArgumentException(
                    "what a server is asked stands in every file of a run; ask something that names no password, key or token");
        }
        if (!anywhere && !address.isOfThisMachine()) {
            throw new IllegalArgumentException(
                    "'%s' is not on this machine; give --anywhere if its owner agrees".formatted(server.id()));
        }
    }

    /** Returns a selection of only these transports, all named one by one. */
    public TransportSelection only(List<String> ids) {
        return new TransportSelection(
                transports.stream()
                        .filter(transport -> ids.contains(transport.id()))
                        .toList(),
                ids);
    }

    private static Transport named(String name, TransportRegistry registry) {
        try {
            Transport transport = registry.named(name);
            if (!registry.all().contains(transport)) {
                throw new IllegalArgumentException("'%s' is a server; use --endpoint".formatted(name));
            }
            return transport;
        } catch (NoSuchElementException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
