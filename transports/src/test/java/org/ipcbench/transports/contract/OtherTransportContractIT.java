package org.ipcbench.transports.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, tried with the second, fourth, … of the transports that are not the first of their families. */
@Tag("full")
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
final class OtherTransportContractIT extends TransportContract {

    OtherTransportContractIT(ContractServers servers) {
        super(servers);
    }

    static Stream<Named<ContractServers>> transports() {
        return others(1);
    }
}
