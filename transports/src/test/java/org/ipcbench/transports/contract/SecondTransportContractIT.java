package org.ipcbench.transports.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried with the first transport of the second, fourth, … family. */
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class SecondTransportContractIT extends TransportContract {

    SecondTransportContractIT(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        return representatives(1);
    }
}
