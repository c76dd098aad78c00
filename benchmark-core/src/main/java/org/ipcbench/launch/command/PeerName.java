package org.ipcbench.launch.command;

import java.util.Comparator;
import org.ipcbench.workload.Role;

/**
 * The name of a process within a pair.
 *
 * @param role the role of the process
 * @param number number among several processes in this role, from 1; 0 if there is only one
 */
public record PeerName(Role role, int number) implements Comparable<PeerName> {
    private static final Comparator<PeerName> ORDER =
            Comparator.comparing(PeerName::role).thenComparing(PeerName::number);

    /** The only process in this role. */
    public static PeerName of(Role role) {
        return new PeerName(role, 0);
    }

    /** One of several processes in this role. */
    public static PeerName of(Role role, int number, int all) {
        return new PeerName(role, all == 1 ? 0 : number);
    }

    /** The name in messages, for example {@code client 3}. */
    public String label() {
        return number == 0 ? role.label() : role.label() + " " + number;
    }

    /** The name with an article, for use within a sentence. */
    public String withArticle() {
        return number == 0 ? "the " + label() : label();
    }

    /** The name in files and threads. */
    public String fileName() {
        return label().replace(' ', '-');
    }

    @Override
    public int compareTo(PeerName other) {
        return ORDER.compare(this, other);
    }
}
