package org.ipcbench.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.launch.Peers;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;

/** Neither the core nor the command line knows any transport. */
@AnalyzeClasses(
        packages = "org.ipcbench",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutFakesOfCore.class})
class ArchitectureTest {
    private static final String TRANSPORTS = "org.ipcbench.transports..";

    /** The core's tests are in a jar here, which other modules' tests use. */
    static final class WithoutFakesOfCore implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    /** Each package for itself, but those of core, which has this rule, too. */
    static final class PackagesAboveCore implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            String name = javaClass.getPackageName();
            return name.matches("org\\.ipcbench\\.(cli|transports)\\b.*")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of cli and transports";
        }
    }

    @ArchTest
    static final ArchRule TRANSPORTS_ARE_FOUND_AT_RUN_TIME_ONLY = noClasses()
            .that()
            .resideOutsideOfPackage(TRANSPORTS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(TRANSPORTS)
            .because("a transport is a plugin, and ours are found as a third party's are");

    @ArchTest
    static final ArchRule CODECS_ARE_FOUND_AT_RUN_TIME_ONLY = noClasses()
            .that()
            .resideOutsideOfPackage("org.ipcbench.codecs..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.codecs..")
            .because("a codec is found as a transport is");

    @ArchTest
    static final ArchRule NOTHING_DEPENDS_ON_THE_COMMAND_LINE = classes()
            .that()
            .resideInAPackage("org.ipcbench.cli..")
            .should()
            .onlyHaveDependentClassesThat()
            .resideInAPackage("org.ipcbench.cli..")
            .because("whatever the command line can do, a Java program can do by core alone");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().assignedFrom(new PackagesAboveCore())
            .should()
            .beFreeOfCycles()
            .because("packages that need each other can only be understood, and changed, as one");

    @ArchTest
    static void noTransportIsNamedOutsideItsPackage(JavaClasses classes) throws IOException {
        Set<String> ids =
                TransportRegistry.load().all().stream().map(Transport::id).collect(Collectors.toSet());
        int seen = 0;
        for (JavaClass each : classes) {
            if (!each.getPackageName().startsWith("org.ipcbench.transports.")) {
                assertThat(strings(each)).as(each.getName()).doesNotContainAnyElementsOf(ids);
                seen++;
            }
        }
        assertThat(seen).as("classes looked at").isGreaterThan(ids.size());
    }

    private static Set<String> strings(JavaClass javaClass) throws IOException {
        try (InputStream bytes =
                javaClass.getSource().orElseThrow().getUri().toURL().openStream()) {
            return ConstantPool.read(bytes).strings();
        }
    }

    @ArchTest
    static final ArchRule NOTHING_BELOW_THE_COMMAND_LINE_KNOWS_PICOCLI = noClasses()
            .that()
            .resideOutsideOfPackage("org.ipcbench.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("whatever the command line can do a Java program can do");

    @ArchTest
    static final ArchRule THE_COMMAND_LINE_DRIVES_NO_PEERS = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.cli..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(StandingPeers.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Peers.class)
            .because("peers are driven by core's room run, which a Java program can call as well");
}
