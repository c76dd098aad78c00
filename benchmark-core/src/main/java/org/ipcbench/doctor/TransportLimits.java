package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Transport;

/**
 * Transports that cannot be measured here, or not at every size.
 *
 * @param intent what is to be measured
 */
record TransportLimits(Intent intent) implements Probe {

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Transport transport : intent.transports()) {
            if (transport.availability() instanceof Unavailable unavailable) {
                findings.add(new Finding(
                        transport.id(),
                        intent.named().contains(transport.id())
                                        || intent.transports().size() == 1
                                ? Severity.SERIOUS
                                : Severity.MODERATE,
                        "not available: " + unavailable.reason(),
                        "none of this transport",
                        unavailable.remedy()));
            } else {
                addSizes(transport, findings);
            }
        }
        return findings;
    }

    private void addSizes(Transport transport, List<Finding> findings) {
        SizeLimit limit = transport.traits().sizeLimit();
        List<Integer> tooLarge =
                intent.sizesBytes().stream().filter(size -> !limit.allows(size)).toList();
        if (!tooLarge.isEmpty()) {
            boolean nothingElse = intent.transports().size() == 1
                    && tooLarge.size() == intent.sizesBytes().size();
            String sizes = tooLarge.stream().map(String::valueOf).collect(Collectors.joining(", "));
            findings.add(new Finding(
                    transport.id(),
                    nothingElse ? Severity.SERIOUS : Severity.MODERATE,
                    "carries at most %d bytes on this machine, not %s".formatted(limit.maximumBytes(), sizes),
                    "none of this transport at these sizes",
                    limit.remedy().isEmpty() ? "ask for smaller sizes (-s)" : limit.remedy()));
        }
    }
}
