package org.ipcbench.transports.question;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What questions ask for, of the transports whose both ends are in one process. */
final class InProcessContractIT {

    @TestFactory
    Stream<DynamicTest> peerDoesWhatQuestionsAskForOver(@TempDir Path directory) {
        return TransportRegistry.load().all().stream()
                .filter(transport -> transport.traits().inProcess())
                .flatMap(transport -> QuestionContract.of(transport).stream()
                        .map(contract -> dynamicTest(transport.id(), () -> contract.verify(directory))));
    }
}
