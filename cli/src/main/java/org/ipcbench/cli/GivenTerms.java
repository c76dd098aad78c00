package org.ipcbench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.measure.Checksum;
import org.ipcbench.results.RunTerms;
import org.ipcbench.run.JarDigest;
import org.ipcbench.scratch.NewFile;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a run by its options.
 *
 * @param options of the run
 * @param choosesTheJvm whether {@code --jvm} is one of them
 * @param named ids of the transports that the user named one by one
 * @param file the file that is transferred; empty where none is
 * @param written whether the receiver writes it
 */
record GivenTerms(RunOptions options, boolean choosesTheJvm, List<String> named, Optional<Path> file, boolean written) {

    /** Reads the jars and the file. Interrupting the thread ends it. */
    RunTerms terms() throws IOException {
        List<String> plugins = new ArrayList<>();
        for (Path plugin : options.peers.plugins) {
            plugins.add(JarDigest.of(plugin));
        }
        @Nullable Checksum content = file.isPresent() ? NewFile.contentOf(file.get()) : null;
        return new RunTerms(
                options.peers.timeout.toNanos(),
                options.strict,
                named,
                choosesTheJvm ? options.peers.jvm.version() : null,
                new EnvironmentProbe().published(options.peers.jvmArguments),
                plugins,
                variants(),
                content,
                content == null ? null : written);
    }

    private Map<String, String> variants() throws IOException {
        Map<String, String> marks = new LinkedHashMap<>();
        if (options.vary.variation != null) {
            for (var variant : options.vary.variation.values().entrySet()) {
                marks.put(variant.getKey().label(), variant.getValue().mark());
            }
        }
        return marks;
    }
}
