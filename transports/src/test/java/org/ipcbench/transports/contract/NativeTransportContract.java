package org.ipcbench.transports.contract;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.Turns;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.libc.CLibrary;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried by turns with an eighth of the transports that make native calls; run by {@link LaterJvmIT} on another JVM. */
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class NativeTransportContract extends TransportContract {

    NativeTransportContract(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        String calls = CLibrary.LIBRARY.nameAndVersion();
        List<Transport> calling = TransportRegistry.load().all().stream()
                .filter(transport -> transport.info().library().nameAndVersion().contains(calls))
                .filter(transport -> transport.traits().hasServerPeer())
                .toList();
        return servers(Turns.today().share(8, calling));
    }
}
