package org.ipcbench.plan.rounds;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.workload.codec.Codec;
import org.ipcbench.workload.codec.Codecs;

/**
 * How the peers of each variant are started.
 *
 * @param byVariant settings in the order of the variants; the others are compared with the first one; {@link Variant#NONE} alone
 *     if the run compares none
 */
public record VariantSettings(Map<Variant, PeerSettings> byVariant) {
    public VariantSettings {
        byVariant = Collections.unmodifiableMap(new LinkedHashMap<>(byVariant));
        if (byVariant.isEmpty()) {
            throw new IllegalArgumentException("peers need settings");
        }
    }

    /** The settings of a run that compares no variants. */
    public static VariantSettings ofOne(PeerSettings settings) {
        return new VariantSettings(Map.of(Variant.NONE, settings));
    }

    /** Whether the run compares variants. */
    public boolean areVaried() {
        return !byVariant.containsKey(Variant.NONE);
    }

    /** The settings of the peers of a cell. */
    public PeerSettings of(Cell cell) {
        PeerSettings settings = byVariant.get(cell.variant());
        if (settings == null) {
            throw new IllegalArgumentException("'%s' is no variant of this run".formatted(cell.variantName()));
        }
        List<String> ofCodec = cell.workload()
                .shape()
                .flatMap(shape -> Codecs.named(shape.codec()))
                .map(Codec::jvmArguments)
                .orElse(List.of());
        PeerSettings relayed = cell.relay().isAsked()
                ? settings.through(cell.relay().with(settings.relay().own()))
                : settings;
        return ofCodec.isEmpty() ? relayed : relayed.withArguments(ofCodec);
    }

    /** Returns a copy with changed settings. */
    public VariantSettings map(UnaryOperator<PeerSettings> change) {
        Map<Variant, PeerSettings> changed = new LinkedHashMap<>();
        byVariant.forEach((variant, settings) -> changed.put(variant, change.apply(settings)));
        return new VariantSettings(changed);
    }

    /** All settings, those of the first variant first. */
    public List<PeerSettings> all() {
        return List.copyOf(byVariant.values());
    }

    /** The settings of the first variant. */
    public PeerSettings first() {
        return all().get(0);
    }
}
