package org.ipcbench.run.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.scratch.NewFile;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a run, from the user's arguments.
 *
 * @param setup the setup of the run
 * @param plugins jars with further transports, and directories that describe some
 * @param named ids of the transports that the user named one by one
 * @param file the file that is transferred; empty if none is
 * @param written whether the receiver writes it
 */
public record GivenTerms(RunSetup setup, List<Path> plugins, List<String> named, Optional<Path> file, boolean written) {

    /** Reads the jars and the file. An interrupt of the thread ends this method. */
    public RunTerms terms() throws IOException {
        List<String> digests = new ArrayList<>();
        for (Path plugin : plugins) {
            digests.add(Plugins.digest(plugin));
        }
        PeerRequest peers = setup.peers();
        List<Gate> gates = setup.acceptance().gates();
        @Nullable Checksum content = file.isPresent() ? NewFile.contentOf(file.get()) : null;
        return new RunTerms(
                peers.timeout().toNanos(),
                setup.acceptance().strict(),
                named,
                peers.chosenJvm().map(Jvm::version).orElse(null),
                new EnvironmentProbe().published(peers.jvmArguments()),
                digests,
                peers.pin().label(),
                variants(),
                content,
                content == null ? null : written,
                gates.isEmpty() ? null : Gate.byFigure(gates));
    }

    private Map<String, String> variants() throws IOException {
        Map<String, String> identities = new LinkedHashMap<>();
        if (setup.peers().variation().isPresent()) {
            for (var variant : setup.peers().variation().get().values().entrySet()) {
                identities.put(variant.getKey().label(), variant.getValue().identity());
            }
        }
        return identities;
    }
}
