package org.ipcbench.transports.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried with the first transport of the first, third, … family. */
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class TransportContractIT extends TransportContract {

    TransportContractIT(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        return representatives(0);
    }
}
