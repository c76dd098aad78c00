package org.ipcbench.transport;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * A transport's names and its position in lists. Each id, CSV name and order is unique.
 *
 * @param id the id that the user types, for example {@code uds}: lower-case letters, digits and hyphens, or the address of a server of the user's
 * @param title description for people, for example {@code Unix domain stream socket}
 * @param csvName the transport's name in the CSV's first column
 * @param groups groups that contain the transport, besides {@code all}
 * @param order position in lists and reports; lower comes first
 * @param library the library that moves the messages
 */
public record TransportInfo(String id, String title, String csvName, Set<String> groups, int order, Library library) {
    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    /** The address of a server of the user's. */
    private static final Pattern ADDRESS = Pattern.compile("[a-z]+(\\+unix)?:~?/\\S.*");

    public TransportInfo {
        if (!ID.matcher(id).matches() && !ADDRESS.matcher(id).matches()) {
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
