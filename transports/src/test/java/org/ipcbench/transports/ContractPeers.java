package org.ipcbench.transports;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.placement.Pinning;

/** Peers that run a class of these tests instead of the suite's. */
public final class ContractPeers {
    private ContractPeers() {}

    public static PeerSettings running(Class<?> mainClass, List<String> jvmArguments, Duration timeout) {
        return new PeerSettings(
                Jvm.current(),
                jvmArguments,
                ClassPath.of(PeerSettings.currentClassPath()),
                Optional.empty(),
                timeout,
                Pinning.OF_PROCESSES,
                mainClass.getName(),
                ControlObserver.NONE,
                Prefixes.NONE,
                Neighbour.NONE,
                Relay.NONE,
                Optional.empty());
    }
}
