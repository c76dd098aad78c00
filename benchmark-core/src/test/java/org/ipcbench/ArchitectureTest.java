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
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "org.ipcbench", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    /** The arrows of the design: what each package may use besides itself. A new package needs a line here. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("kernel", Set.of()),
            entry("measure", Set.of("kernel")),
            entry("text", Set.of()),
            entry("transport", Set.of("text")),
            entry("environment", Set.of("kernel")),
            entry("markup", Set.of()),
            entry("plot", Set.of("markup")),
            entry("workload", Set.of("measure", "transport")),
            entry("control", Set.of("workload", "measure", "transport")),
            entry("plan", Set.of("kernel", "launch", "analysis", "placement", "workload", "measure", "transport")),
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
                            "markup",
                            "measure",
                            "transport",
                            "workload")),
            entry("placement", Set.of("kernel", "text", "workload", "measure", "transport")),
            entry("scratch", Set.of("measure", "transport")),
            entry("peer", Set.of("kernel", "control", "placement", "scratch", "workload", "measure", "transport")),
            entry("archive", Set.of("launch", "peer", "control", "scratch", "workload", "measure", "transport")),
            entry("launch", Set.of("kernel", "control", "placement", "scratch", "workload", "measure", "transport")),
            entry("doctor", Set.of("kernel", "environment", "placement", "scratch", "measure", "transport")),
            entry("analysis", Set.of("measure")));

    /** The arrows within packages that have sub-packages, which the names of the others of the same package follow. */
    private static final Map<String, Set<String>> INNER_ARROWS = Map.ofEntries(
            entry("plot.file", Set.of("plot")),
            entry("plot.page", Set.of("plot")),
            entry("report.file", Set.of()),
            entry("report.words", Set.of()),
            entry("report.question", Set.of("report.words")),
            entry("report.table", Set.of("report.question", "report.words")),
            entry("report.csv", Set.of("report.table", "report.file")),
            entry("report.text", Set.of("report.table", "report.question", "report.words")),
            entry("report.chart", Set.of("report.question", "report.file")),
            entry(
                    "report.export",
                    Set.of(
                            "report.text",
                            "report.csv",
                            "report.table",
                            "report.question",
                            "report.words",
                            "report.file")),
            entry(
                    "report.html",
                    Set.of(
                            "report.chart",
                            "report.csv",
                            "report.table",
                            "report.question",
                            "report.words",
                            "report.file")));

    /** A reader sees through a package of this many files. */
    private static final int MAX_FILES = 25;

    /** Packages that have more files still. */
    private static final Set<String> OVERFULL = Set.of("analysis", "launch", "measure", "plan", "workload");

    @ArchTest
    static final ArchRule EVERY_CLASS_HAS_ITS_PLACE = classes()
            .should()
            .resideInAnyPackage(packages(ARROWS.keySet()))
            .because("a package without a line in ARROWS could use everything");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching("org.ipcbench.(**)")
            .should()
            .beFreeOfCycles()
            .because("packages in a circle can only be understood, tested and changed together");

    @ArchTest
    static final ArchRule CORE_NAMES_NO_TRANSPORT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.transports..")
            .because("a transport is found in the registry, so that one of somebody else is treated alike");

    private static final String ONLY_MESSAGES_ARE_SHARED =
            "launcher and peer share control messages and the name of a class, so that a peer can be started on another host"
                    + " or written in another language";

    @ArchTest
    static final ArchRule LAUNCH_DOES_NOT_SEE_PEER = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.launch..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.peer..")
            .because(ONLY_MESSAGES_ARE_SHARED);

    @ArchTest
    static final ArchRule PEER_DOES_NOT_SEE_LAUNCH = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.peer..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.launch..")
            .because(ONLY_MESSAGES_ARE_SHARED);

    @ArchTest
    static final ArchRule NAMES_SAY_SOMETHING = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameContaining("Base")
            .because("such a name does not say what the class is");

    private static final String SHARED_CODE_STAYS_COMPILED =
            "meters and messages work beside the measured part, and what they load into code that transports share with them"
                    + " would be compiled anew there";

    @ArchTest
    static final ArchRule METERS_READ_FILES_THROUGH_NO_CHANNEL = noClasses()
            .that()
            .resideInAnyPackage("org.ipcbench.measure..", "org.ipcbench.kernel..")
            .should()
            .callMethodWhere(target(owner(type(Files.class)))
                    .and(target(nameMatching(
                            "readAll.*|readString|lines|newByteChannel|newInputStream|newBufferedReader"))))
            .because(SHARED_CODE_STAYS_COMPILED);

    @ArchTest
    static final ArchRule CONTROL_USES_NO_BUFFERS_ON_THE_HEAP = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.control..")
            .should()
            .callMethodWhere(target(owner(type(ByteBuffer.class))).and(target(nameMatching("allocate|wrap"))))
            .orShould()
            .callMethodWhere(target(owner(type(Charset.class))).and(target(nameMatching("encode"))))
            .because(SHARED_CODE_STAYS_COMPILED);

    @ArchTest
    static void arrowsPointOneWay(JavaClasses core) {
        ARROWS.forEach((from, to) -> noClasses()
                .that()
                .resideInAPackage("org.ipcbench." + from + "..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.ipcbench..").and(not(resideInAnyPackage(packagesFrom(from, to)))))
                .allowEmptyShould(true)
                .because("the arrows between packages point one way; docs/architecture.md has the map")
                .check(core));
    }

    @ArchTest
    static void arrowsWithinPackagesPointOneWay(JavaClasses core) {
        INNER_ARROWS.forEach((from, to) -> {
            String[] allowed = Stream.concat(Stream.of(from), to.stream())
                    .map(name -> "org.ipcbench." + name)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("org.ipcbench." + from)
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("org.ipcbench.%s..".formatted(from.substring(0, from.indexOf('.'))))
                                    .and(not(resideInAnyPackage(allowed))))
                    .check(core);
        });
    }

    @ArchTest
    static void packagesWithSubPackagesHaveTheirArrows(JavaClasses core) {
        Set<String> inner = packagesOf(core)
                .filter(name -> name.contains("."))
                .filter(name -> INNER_ARROWS.keySet().stream()
                        .anyMatch(known -> known.startsWith(name.substring(0, name.indexOf('.') + 1))))
                .collect(Collectors.toSet());

        assertThat(inner).isEqualTo(INNER_ARROWS.keySet());
    }

    @ArchTest
    static void packagesAreSmallEnoughToSeeThrough(JavaClasses core) {
        Map<String, Long> files = core.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        each -> each.getPackageName().replaceFirst("^org.ipcbench.?", ""), Collectors.counting()));
        files.keySet().removeAll(OVERFULL);

        assertThat(files).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_FILES));
    }

    private static Stream<String> packagesOf(JavaClasses core) {
        return core.stream()
                .map(each -> each.getPackageName().replaceFirst("^org.ipcbench.?", ""))
                .distinct();
    }

    private static String[] packagesFrom(String itself, Set<String> others) {
        return packages(Stream.concat(Stream.of(itself), others.stream()).toList());
    }

    private static String[] packages(Collection<String> names) {
        return names.stream().map(name -> "org.ipcbench." + name + "..").toArray(String[]::new);
    }
}
