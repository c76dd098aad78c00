package org.ipcbench.transport;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a transport is called and where lists show it. No two transports share an id, a CSV name or an order.
 *
 * @param id what the user types, for example {@code uds}: lower-case letters, digits and hyphens
 * @param title what the transport is, for people, for example {@code Unix domain stream socket}
 * @param csvName the transport's name in the CSV's first column
 * @param groups groups that contain the transport, besides {@code all}
 * @param order place in lists and reports; lower comes first
 * @param library what moves the messages
 */
public record TransportInfo(String id, String title, String csvName, Set<String> groups, int order, Library library) {
    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    public TransportInfo {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not an id of a transport; use lower-case letters, digits and hyphens".formatted(id));
        }
        if (title.isBlank() || csvName.isBlank()) {
            throw new IllegalArgumentException("the transport '%s' needs a title and a CSV name".formatted(id));
        }
        groups = Set.copyOf(groups);
    }

    /** A transport that needs nothing but the JDK. */
    public TransportInfo(String id, String title, String csvName, Set<String> groups, int order) {
        this(id, title, csvName, groups, order, Library.JDK);
    }
}
