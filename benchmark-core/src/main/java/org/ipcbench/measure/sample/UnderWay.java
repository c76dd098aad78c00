package org.ipcbench.measure.sample;

import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a connection that were under way at once.
 *
 * @param most their largest number; of a stream in one direction, the number that the connection can hold
 * @param held number of calls that the connection certainly holds for a client of one thread; null unless these were too few, so that
 *     a second thread of the client has received the answers
 * @param overtaken number of answers that came after the answer to a later request; null if one process answers
 */
public record UnderWay(
        long most, @Nullable Long held, @Nullable Long overtaken) {

    /** Calls that one process answers. */
    public UnderWay(long most, @Nullable Long held) {
        this(most, held, null);
    }

    /** Calls that one thread had under way, or messages in one direction. */
    public UnderWay(long most) {
        this(most, null);
    }

    /** Of several connections: the sum, and the fewest that one of them holds; empty if one of them does not know. */
    public static Optional<UnderWay> ofAll(Collection<Optional<UnderWay>> connections) {
        if (connections.isEmpty() || connections.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(new UnderWay(
                connections.stream()
                        .mapToLong(each -> each.orElseThrow().most())
                        .sum(),
                connections.stream()
                        .map(each -> each.orElseThrow().held())
                        .filter(Objects::nonNull)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                connections.stream()
                        .map(each -> each.orElseThrow().overtaken())
                        .filter(Objects::nonNull)
                        .reduce(Long::sum)
                        .orElse(null)));
    }
}
