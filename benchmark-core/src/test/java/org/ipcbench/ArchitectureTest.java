package org.ipcbench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "org.ipcbench", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    /** The arrows of the design: what each package may use besides itself. A new package needs a line here. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("measure", Set.of()),
            entry("transport", Set.of()),
            entry("environment", Set.of()),
            entry("plot", Set.of()),
            entry("workload", Set.of("measure", "transport")),
            entry("control", Set.of("workload", "measure", "transport")),
            entry("plan", Set.of("launch", "analysis", "placement", "workload", "measure", "transport")),
            entry(
                    "results",
                    Set.of(
                            "plan",
                            "analysis",
                            "environment",
                            "launch",
                            "placement",
                            "workload",
                            "measure",
                            "transport")),
            entry("compare", Set.of("results", "plan", "analysis", "environment", "measure", "workload")),
            entry("model", Set.of("plan", "analysis", "transport")),
            entry("advise", Set.of("plan", "analysis", "transport", "workload")),
            entry(
                    "report",
                    Set.of(
                            "advise",
                            "compare",
                            "results",
                            "model",
                            "plan",
                            "analysis",
                            "environment",
                            "plot",
                            "measure",
                            "transport",
                            "workload")),
            entry(
                    "run",
                    Set.of(
                            "advise",
                            "archive",
                            "doctor",
                            "report",
                            "results",
                            "plan",
                            "analysis",
                            "environment",
                            "launch",
                            "control",
                            "placement",
                            "scratch",
                            "workload",
                            "measure",
                            "transport")),
            entry("placement", Set.of("workload", "measure", "transport")),
            entry("scratch", Set.of("measure", "transport")),
            entry("peer", Set.of("control", "placement", "scratch", "workload", "measure", "transport")),
            entry("archive", Set.of("launch", "peer", "control", "scratch", "workload", "measure", "transport")),
            entry("launch", Set.of("control", "placement", "scratch", "workload", "measure", "transport")),
            entry("doctor", Set.of("environment", "placement", "scratch", "measure", "transport")),
            entry("analysis", Set.of("measure")));

    @ArchTest
    static final ArchRule EVERY_CLASS_HAS_ITS_PLACE = classes().should().resideInAnyPackage(packages(ARROWS.keySet()));

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.ipcbench.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule CORE_NAMES_NO_TRANSPORT =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.ipcbench.transports..");

    /**
     * Launch and peer never see each other: they share control messages and the name of a class, so that a peer can be
     * started on another host or written in another language.
     */
    @ArchTest
    static final ArchRule LAUNCH_DOES_NOT_SEE_PEER = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.launch..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.peer..");

    @ArchTest
    static final ArchRule PEER_DOES_NOT_SEE_LAUNCH = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.peer..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.launch..");

    @ArchTest
    static final ArchRule NAMES_SAY_SOMETHING = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameContaining("Base");

    /** They work beside the measured part, where the code that transports share with them has to stay compiled. */
    @ArchTest
    static final ArchRule METERS_READ_FILES_THROUGH_NO_CHANNEL = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.measure..")
            .should()
            .callMethodWhere(target(owner(type(Files.class)))
                    .and(target(nameMatching(
                            "readAll.*|readString|lines|newByteChannel|newInputStream|newBufferedReader"))));

    /** For the same reason. */
    @ArchTest
    static final ArchRule CONTROL_USES_NO_BUFFERS_ON_THE_HEAP = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.control..")
            .should()
            .callMethodWhere(target(owner(type(ByteBuffer.class))).and(target(nameMatching("allocate|wrap"))))
            .orShould()
            .callMethodWhere(target(owner(type(Charset.class))).and(target(nameMatching("encode"))));

    @ArchTest
    static void arrowsPointOneWay(JavaClasses core) {
        ARROWS.forEach((from, to) -> noClasses()
                .that()
                .resideInAPackage("org.ipcbench." + from + "..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.ipcbench..").and(not(resideInAnyPackage(packagesFrom(from, to)))))
                .allowEmptyShould(true)
                .check(core));
    }

    private static String[] packagesFrom(String itself, Set<String> others) {
        return packages(Stream.concat(Stream.of(itself), others.stream()).toList());
    }

    private static String[] packages(Collection<String> names) {
        return names.stream().map(name -> "org.ipcbench." + name + "..").toArray(String[]::new);
    }
}
