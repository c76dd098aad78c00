package org.ipcbench.transports;

import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried with the second, fourth, … transport of the registry. */
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class SecondTransportContractIT extends TransportContract {

    SecondTransportContractIT(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        return share(1);
    }
}
