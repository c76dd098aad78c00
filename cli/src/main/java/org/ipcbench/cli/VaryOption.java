package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.plan.Variant;
import org.ipcbench.plan.VariantSettings;
import org.ipcbench.run.Variation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** What a run compares besides transports. */
final class VaryOption {
    static final String NAME = "--vary";

    @Option(
            names = NAME,
            paramLabel = "KEY=LIST",
            converter = Variations.class,
            description =
                    "Measure each cell with several JVMs (jvm=HOME,HOME), JVM arguments (jvm-args='-XX:+UseSerialGC,-XX:+UseZGC')"
                            + " or builds of this program (jar=JAR,JAR) in every round, and compare them with the first; quote"
                            + " values that hold commas (default: none).")
    @Nullable
    Variation variation;

    /** The variation, where one was asked for. */
    Optional<Variation> given() {
        return Optional.ofNullable(variation);
    }

    /** The variants of each cell, the first one first. */
    List<Variant> variants() {
        return given().map(Variation::variants).orElse(List.of(Variant.NONE));
    }

    /** Whether the JVM is varied. */
    boolean choosesTheJvm() {
        return given().filter(each -> each.key() == Variation.Key.JVM).isPresent();
    }

    /** The settings of each variant's peers, or of the only ones. */
    VariantSettings settings(PeerSettings settings, List<Path> plugins) {
        return given().map(each -> each.settings(settings, plugins)).orElseGet(() -> VariantSettings.ofOne(settings));
    }

    static final class Variations implements ITypeConverter<Variation> {
        @Override
        public Variation convert(String text) throws IOException {
            try {
                return Variation.parse(text);
            } catch (IllegalArgumentException e) {
                throw Converters.complaint(e);
            }
        }
    }
}
