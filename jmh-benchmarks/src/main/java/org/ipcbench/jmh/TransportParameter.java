package org.ipcbench.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;

/**
 * Fills in the transports of this machine: JMH fixes a parameter's values when it compiles, the registry knows them
 * when it runs.
 */
final class TransportParameter {
    private static final String OPTION = "-p";
    private static final String NAME = "transport=";

    private final TransportRegistry registry;
    private final Consumer<String> warnings;

    TransportParameter(TransportRegistry registry, Consumer<String> warnings) {
        this.registry = registry;
        this.warnings = warnings;
    }

    /**
     * JMH's arguments with every transport that can be measured here, unless the user named some; those named are kept
     * where they can be measured, and skipped with their reason where not.
     */
    List<String> complete(List<String> arguments) {
        List<String> completed = new ArrayList<>();
        boolean named = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (i > 0 && arguments.get(i - 1).equals(OPTION) && argument.startsWith(NAME)) {
                named = true;
                argument = NAME
                        + available(Stream.of(argument.substring(NAME.length()).split(","))
                                .map(registry::named));
            }
            completed.add(argument);
        }
        if (!named) {
            completed.add(OPTION);
            completed.add(NAME + available(registry.all().stream()));
        }
        return completed;
    }

    private String available(Stream<Transport> transports) {
        List<String> ids = new ArrayList<>();
        transports.forEach(transport -> {
            if (transport.availability() instanceof Unavailable unavailable) {
                warnings.accept("skipping %s: %s".formatted(transport.id(), unavailable));
            } else {
                ids.add(transport.id());
            }
        });
        if (ids.isEmpty()) {
            throw new IllegalArgumentException("none of these transports can be measured on this machine");
        }
        return String.join(",", ids);
    }
}
