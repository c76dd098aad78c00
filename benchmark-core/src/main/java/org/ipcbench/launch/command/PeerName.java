package org.ipcbench.launch.command;

import java.util.Comparator;
import org.ipcbench.workload.Role;

/**
 * Which of the processes of a pair one is.
 *
 * @param role what it does
 * @param number which of several in this role, from 1; 0 where there is one
 */
public record PeerName(Role role, int number) implements Comparable<PeerName> {
    private static final Comparator<PeerName> ORDER =
            Comparator.comparing(PeerName::role).thenComparing(PeerName::number);

    /** The only one in this role. */
    public static PeerName of(Role role) {
        return new PeerName(role, 0);
    }

    /** One of several in this role. */
    public static PeerName of(Role role, int number, int all) {
        return new PeerName(role, all == 1 ? 0 : number);
    }

    /** As messages name it, for example {@code client 3}. */
    public String label() {
        return number == 0 ? role.label() : role.label() + " " + number;
    }

    /** With an article, where a sentence goes on with it. */
    public String withArticle() {
        return number == 0 ? "the " + label() : label();
    }

    /** As files and threads are called. */
    public String fileName() {
        return label().replace(' ', '-');
    }

    @Override
    public int compareTo(PeerName other) {
        return ORDER.compare(this, other);
    }
}
