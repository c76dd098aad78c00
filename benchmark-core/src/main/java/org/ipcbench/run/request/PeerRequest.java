package org.ipcbench.run.request;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Variation;
import org.ipcbench.workload.Extent;

/**
 * What a request wants of its peers.
 *
 * @param chosenJvm their Java installation; empty for the one of this program
 * @param jvmArguments further arguments of their JVMs
 * @param timeout time without progress after which an iteration fails
 * @param warmUp the longest warm-up of an iteration; empty for the usual one
 * @param variation what is compared besides transports; empty if nothing is
 */
public record PeerRequest(
        Optional<Jvm> chosenJvm,
        List<String> jvmArguments,
        Duration timeout,
        Optional<Duration> warmUp,
        Optional<Variation> variation) {
    /** Peers like this program, for as long as it usually takes. */
    public static final PeerRequest USUAL =
            new PeerRequest(Optional.empty(), List.of(), Duration.ofSeconds(60), Optional.empty(), Optional.empty());

    /** With this, five iterations of every standard transport take a minute or two. */
    private static final Duration BRIEF_WARM_UP = Duration.ofMillis(400);

    /** By then the compilers of both peers are at rest for most transports, even if the peers share a CPU. */
    private static final Duration THOROUGH_WARM_UP = Duration.ofSeconds(1);

    public PeerRequest {
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** The Java installation of the peers. */
    public Jvm jvm() {
        return chosenJvm.orElseGet(Jvm::current);
    }

    /**
     * The longest warm-up: what the user asked for, else half of the measured part within limits. Who measures for seconds wants
     * the compilers to rest first, and who measures briefly wants an answer soon.
     */
    public Duration longestWarmUp(Extent measured) {
        if (warmUp.isPresent()) {
            return warmUp.get();
        }
        Duration half = measured instanceof Extent.Period period ? Duration.ofNanos(period.nanos() / 2) : Duration.ZERO;
        Duration atLeast = half.compareTo(BRIEF_WARM_UP) < 0 ? BRIEF_WARM_UP : half;
        return atLeast.compareTo(THOROUGH_WARM_UP) > 0 ? THOROUGH_WARM_UP : atLeast;
    }

    /** Addresses that every peer reserves; 0 if the user tells its JVM something, which may be how much. */
    public long leastAddressBytes() {
        return jvmArguments.isEmpty() ? PeerMemory.MIN_ADDRESS_BYTES : 0;
    }

    /** Whether the JVM is varied. */
    public boolean variesTheJvm() {
        return variation.filter(each -> each.key() == Variation.Key.JVM).isPresent();
    }

    /** The variants of each cell, the first one first. */
    public List<Variant> variants() {
        return variation.map(Variation::variants).orElse(List.of(Variant.NONE));
    }

    /** What all peers have in common before anything is varied. */
    public PeerSettings settings(Launcher launcher) {
        return new PeerSettings(jvm(), jvmArguments, launcher.classPath(), timeout).observedBy(launcher.observer());
    }

    /** The settings of each variant's peers, or of the only ones. */
    public VariantSettings variantSettings(Launcher launcher) {
        PeerSettings common = settings(launcher);
        return variation
                .map(each -> each.settings(common, launcher.plugins()))
                .orElseGet(() -> VariantSettings.ofOne(common));
    }
}
