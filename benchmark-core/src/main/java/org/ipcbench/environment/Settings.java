package org.ipcbench.environment;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Settings of the kernel that decide figures, by name. What the kernel does not show is left out.
 *
 * @param idle how an idle CPU sleeps: {@code driver}, {@code governor}, {@code states} with their latencies in microseconds, parameters of
 *     {@code haltpoll} and of other drivers, and the latency to which a process holds {@code cpu_dma_latency}, or {@code none}
 * @param loopback {@code mtu} of the loopback interface, and its {@code queue}; empty if peers may have another one
 * @param limits what sockets, pipes and message queues hold, by the names of {@code sysctl}; empty if peers may have others
 * @param options how the kernel was built and booted: {@code CONFIG_HZ}, {@code CONFIG_IRQ_TIME_ACCOUNTING}, {@code idle}; and
 *     {@code interrupts}, which are {@code charged} to the process that they interrupt, or {@code uncharged}
 */
public record Settings(
        Map<String, String> idle,
        Map<String, String> loopback,
        Map<String, String> limits,
        Map<String, String> options) {
    /** No setting is known. */
    public static final Settings UNKNOWN = new Settings(Map.of(), Map.of(), Map.of(), Map.of());

    public Settings {
        idle = copy(idle);
        loopback = copy(loopback);
        limits = copy(limits);
        options = copy(options);
    }

    private static Map<String, String> copy(Map<String, String> settings) {
        return Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(settings, Map.of())));
    }

    /** Returns a copy for peers that may have namespaces of their own. */
    Settings withoutNamespaces() {
        return new Settings(idle, Map.of(), Map.of(), options);
    }
}
