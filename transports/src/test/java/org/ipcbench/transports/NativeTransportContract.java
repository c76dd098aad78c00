package org.ipcbench.transports;

import java.util.stream.Stream;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.libc.CLibrary;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried with the transports that make native calls; run by {@link LaterJvmIT} on another JVM. */
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class NativeTransportContract extends TransportContract {

    NativeTransportContract(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        String calls = CLibrary.LIBRARY.nameAndVersion();
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.info().library().nameAndVersion().contains(calls))
                .map(TransportContract::servers);
    }
}
