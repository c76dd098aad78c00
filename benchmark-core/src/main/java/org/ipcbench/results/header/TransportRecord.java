package org.ipcbench.results.header;

import java.util.List;
import java.util.Set;
import org.ipcbench.plan.cell.KnownTransport;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/**
 * What reports need to know of a transport, which may be missing on the machine that reads the record.
 *
 * @param id what the user types
 * @param title what the transport is, for people
 * @param csvName its name in the CSV's first column
 * @param groups groups that contain it
 * @param order its position in lists
 * @param waitStrategy how a waiting peer waits
 * @param traits its other traits
 * @param queuedCopies number of whole messages that a library may hold in one peer at once
 * @param maximumBytes the largest message on the machine that measured, in bytes
 * @param sizeRemedy how to raise that limit; empty if nothing raises it
 * @param buffer what {@code --buffer} sets, in words; empty if it sets nothing
 */
public record TransportRecord(
        String id,
        String title,
        String csvName,
        List<String> groups,
        int order,
        WaitStrategy waitStrategy,
        List<Trait> traits,
        int queuedCopies,
        int maximumBytes,
        String sizeRemedy,
        String buffer) {
    static TransportRecord of(Transport transport) {
        TransportInfo info = transport.info();
        Traits traits = transport.traits();
        return new TransportRecord(
                info.id(),
                info.title(),
                info.csvName(),
                info.groups().stream().sorted().toList(),
                info.order(),
                traits.waitStrategy(),
                traits.set().stream().sorted().toList(),
                traits.queuedCopies(),
                traits.sizeLimit().maximumBytes(),
                traits.sizeLimit().remedy(),
                traits.buffer());
    }

    /** The transport as reports need it. */
    Transport transport() {
        return KnownTransport.recorded(
                new TransportInfo(id, title, csvName, Set.copyOf(groups), order),
                Traits.of(waitStrategy, traits.toArray(Trait[]::new))
                        .withQueuedCopies(queuedCopies)
                        .withSizeLimit(new SizeLimit(maximumBytes, sizeRemedy))
                        .withBuffer(buffer));
    }
}
