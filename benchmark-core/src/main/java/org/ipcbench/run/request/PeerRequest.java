package org.ipcbench.run.request;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Pinning.Pin;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.workload.Workload;

/**
 * The peers that a request wants.
 *
 * @param chosenJvm their Java installation; empty for this program's installation
 * @param jvmArguments further arguments of their JVMs
 * @param timeout time without progress after which an iteration fails
 * @param warmUp the longest warm-up of an iteration; empty for the usual one
 * @param pin what of a peer is bound to a CPU of its placement
 * @param variation what is compared besides transports; empty if nothing is
 * @param prefixes what the peers are behind
 */
public record PeerRequest(
        Optional<Jvm> chosenJvm,
        List<String> jvmArguments,
        Duration timeout,
        Optional<Duration> warmUp,
        Pin pin,
        Optional<Variation> variation,
        Prefixes prefixes) {
    /** Peers with this program's JVM, and the usual times. */
    public static final PeerRequest USUAL = new PeerRequest(
            Optional.empty(), List.of(), Duration.ofSeconds(60), Optional.empty(), Pin.THREAD, Optional.empty());

    /**
     * Longest warm-up of an iteration, unless the user sets another one. For most transports, the compilers of both peers are
     * idle much earlier, which ends the warm-up, however short the measured part is.
     */
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    /**
     * The same if each message has a connection of its own. Its compilers have several times the usual number of methods to
     * compile, each of which is called as seldom as connections are opened: they rest after 13,000 to 30,000 connections.
     */
    private static final Duration WARM_UP_OF_CONNECTIONS = Duration.ofSeconds(10);

    /** Peers beside the launcher. */
    public PeerRequest(
            Optional<Jvm> chosenJvm,
            List<String> jvmArguments,
            Duration timeout,
            Optional<Duration> warmUp,
            Pin pin,
            Optional<Variation> variation) {
        this(chosenJvm, jvmArguments, timeout, warmUp, pin, variation, Prefixes.NONE);
    }

    public PeerRequest {
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** The Java installation of the peers. */
    public Jvm jvm() {
        return chosenJvm.orElseGet(Jvm::current);
    }

    /** The longest warm-up of an iteration, unless each of its messages has a connection of its own. */
    public Duration longestWarmUp() {
        return warmUp.orElse(WARM_UP);
    }

    /** The longest warm-up of an iteration that measures one of these workloads. */
    public Duration longestWarmUp(Stream<Workload> workloads) {
        return warmUp.orElse(workloads.anyMatch(Workload::reconnects) ? WARM_UP_OF_CONNECTIONS : WARM_UP);
    }

    /**
     * Bytes of address space that every peer reserves; 0 (unknown) if there are JVM arguments, because they may change it.
     */
    public long leastAddressBytes() {
        return jvmArguments.isEmpty() ? PeerMemory.MIN_ADDRESS_BYTES : 0;
    }

    /** Whether the JVM is varied. */
    public boolean variesTheJvm() {
        return varies(Variation.Key.JVM);
    }

    /** The prefixes of each variant's peers. */
    public Map<Variant, Prefixes> prefixesByVariant() {
        Map<Variant, Prefixes> all = new LinkedHashMap<>();
        variants()
                .forEach(variant -> all.put(
                        variant,
                        variation.map(each -> each.prefixes(variant, prefixes)).orElse(prefixes)));
        return all;
    }

    /** Whether a peer of any variant is behind a prefix. */
    public boolean hasPrefixes() {
        return prefixesByVariant().values().stream().anyMatch(each -> !each.areNone());
    }

    /** Whether a peer of any variant is behind a prefix, or another program than this one. */
    public boolean isToBeSurveyed() {
        return prefixesByVariant().values().stream().anyMatch(each -> !each.areUsual());
    }

    /** Whether this is what is varied. */
    boolean varies(Variation.Key key) {
        return variation.filter(each -> each.key() == key).isPresent();
    }

    /** Whether the prefixes are what is varied. */
    boolean variesPrefixes() {
        return varies(Variation.Key.VIA) || varies(Variation.Key.PEER);
    }

    /** Returns a copy with these prefixes, as a survey has found them, and with this pin. */
    PeerRequest surveyed(Map<Variant, Prefixes> found, Pin otherPin) {
        return new PeerRequest(
                chosenJvm,
                jvmArguments,
                timeout,
                warmUp,
                otherPin,
                variation.map(each -> each.surveyed(found)),
                variesPrefixes() ? prefixes : found.getOrDefault(variants().get(0), prefixes));
    }

    /** The variants of each cell, the first one first. */
    public List<Variant> variants() {
        return variation.map(Variation::variants).orElse(List.of(Variant.NONE));
    }

    /** The common settings of all peers before a variation. */
    public PeerSettings settings(Launcher launcher) {
        return new PeerSettings(jvm(), jvmArguments, launcher.classPath(), timeout)
                .pinnedBy(new Pinning(pin, allowed()))
                .observedBy(launcher.observer())
                .behind(prefixes);
    }

    private static CpuSet allowed() {
        try {
            return CpuSet.allowed();
        } catch (IOException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        }
    }

    /** The settings of each variant's peers; without a variation, of all peers. */
    public VariantSettings variantSettings(Launcher launcher) {
        PeerSettings common = settings(launcher);
        return variation
                .map(each -> each.settings(common, launcher.plugins()))
                .orElseGet(() -> VariantSettings.ofOne(common));
    }
}
