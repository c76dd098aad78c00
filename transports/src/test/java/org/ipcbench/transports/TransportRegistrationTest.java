package org.ipcbench.transports;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;

class TransportRegistrationTest {
    private final List<Transport> registered = TransportRegistry.load().all();

    @Test
    void everyImplementationIsRegistered() {
        Set<String> implementations = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(getClass().getPackageName())
                        .stream()
                        .filter(type -> type.isAssignableTo(Transport.class))
                        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        assertThat(implementations).isNotEmpty();
        assertThat(registered)
                .extracting(transport -> transport.getClass().getName())
                .containsExactlyInAnyOrderElementsOf(implementations);
    }

    @Test
    void noTwoHaveOneId() {
        assertThat(registered).extracting(Transport::id).doesNotHaveDuplicates();
    }

    @Test
    void noTwoHaveOneOrder() {
        assertThat(registered).extracting(transport -> transport.info().order()).doesNotHaveDuplicates();
    }

    @Test
    void noTwoHaveOneNameInTheCsv() {
        assertThat(registered)
                .extracting(transport -> transport.info().csvName())
                .doesNotHaveDuplicates();
    }
}
