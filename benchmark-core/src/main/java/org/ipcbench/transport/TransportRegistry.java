package org.ipcbench.transport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.ipcbench.text.NearestName;

/** All transports on the class path, in their order. */
public final class TransportRegistry {
    /** The group that every transport belongs to, unless each of its messages takes as long as the start of a process. */
    public static final String ALL = "all";

    /** Written out, because the JDK's combined comparators are classes that every peer would have to make first. */
    private static final Comparator<Transport> ORDER =
            (first, second) -> first.info().order() == second.info().order()
                    ? first.id().compareTo(second.id())
                    : Integer.compare(first.info().order(), second.info().order());

    /** What an id has that is the address of a server of the user's. */
    private static final char AFTER_SCHEME = ':';

    private final List<Transport> transports;
    private final Iterable<EndpointKind> kinds;

    public TransportRegistry(Iterable<Transport> transports) {
        this(transports, List.of());
    }

    /** @param kinds of servers of users; looked at when one is asked for */
    public TransportRegistry(Iterable<Transport> transports, Iterable<EndpointKind> kinds) {
        this.kinds = kinds;
        List<Transport> sorted = new ArrayList<>();
        transports.forEach(sorted::add);
        sorted.sort(ORDER);
        this.transports = List.copyOf(sorted);
        Set<String> seen = new TreeSet<>();
        for (Transport transport : sorted) {
            if (!seen.add(transport.id())) {
                throw new IllegalStateException("two transports on the class path are called " + transport.id());
            }
        }
    }

    /** Finds the transports of the class path by {@link ServiceLoader}. */
    public static TransportRegistry load() {
        return new TransportRegistry(ServiceLoader.load(Transport.class), ServiceLoader.load(EndpointKind.class));
    }

    /** The transports that are named by an id. */
    public List<Transport> all() {
        return transports;
    }

    /** The groups in use, including {@code all}, in alphabetical order. */
    public Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        groups.add(ALL);
        transports.forEach(transport -> groups.addAll(transport.info().groups()));
        return groups;
    }

    /** Whether a group has this name, in upper or lower case. */
    public boolean isGroup(String name) {
        return contains(groups(), name);
    }

    /** The members of a group, in order; empty if the group has none. */
    public List<Transport> group(String name) {
        return transports.stream()
                .filter(transport -> name.equalsIgnoreCase(ALL)
                        ? !transport.traits().startsServer()
                        : contains(transport.info().groups(), name))
                .toList();
    }

    private static boolean contains(Set<String> groups, String name) {
        return groups.stream().anyMatch(name::equalsIgnoreCase);
    }

    /** The kinds of servers of users. */
    public Iterable<EndpointKind> kinds() {
        return kinds;
    }

    /**
     * A server of the user's, as a transport.
     *
     * @throws IllegalArgumentException if no such address is known; the message says what is allowed
     */
    public Transport endpoint(String address) {
        String scheme = address.substring(0, Math.max(0, address.indexOf(AFTER_SCHEME)));
        Set<String> known = new TreeSet<>();
        for (EndpointKind kind : kinds) {
            if (kind.schemes().contains(scheme)) {
                return kind.endpoint(address);
            }
            known.addAll(kind.schemes());
        }
        throw new IllegalArgumentException("'%s' begins with none of %s; further ones come by --plugin"
                .formatted(
                        scheme + AFTER_SCHEME, // the rest may contain a password
                        String.join(
                                ", ",
                                known.stream().map(each -> each + AFTER_SCHEME).toList())));
    }

    /** Whether this is the address of a server of the user's, not the id of a transport. */
    public static boolean isEndpoint(String id) {
        return id.indexOf(AFTER_SCHEME) >= 0;
    }

    /**
     * The transport with this id, in upper or lower case, or the server of the user's at this address.
     *
     * @throws NoSuchElementException if there is no such transport; the message gives the nearest known name
     */
    public Transport named(String id) {
        if (isEndpoint(id)) {
            return endpoint(id);
        }
        return transports.stream()
                .filter(transport -> transport.id().equalsIgnoreCase(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(unknown(id)));
    }

    private String unknown(String id) {
        List<String> ids = transports.stream().map(Transport::id).toList();
        List<String> names = new ArrayList<>(ids);
        names.addAll(groups());
        String question = new NearestName(names).question(id);
        return "unknown transport '%s'%s %s, or the groups %s"
                .formatted(
                        id,
                        question.isEmpty() ? "; allowed:" : question + " Allowed:",
                        String.join(", ", ids),
                        String.join(", ", groups()));
    }
}
