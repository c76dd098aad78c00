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
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.ServerHalf;

@AnalyzeClasses(packages = "org.ipcbench", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String PROJECT = "org.ipcbench.";

    /** The arrows of the design: what each room may use besides itself, all with their sub-rooms. A new room needs a line here. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("kernel", Set.of()),
            entry("measure", Set.of("kernel")),
            entry("text", Set.of()),
            entry("transport", Set.of("kernel", "text")),
            entry("environment", Set.of("kernel", "text")),
            entry("plot", Set.of("text")),
            entry("workload", Set.of("measure", "transport")),
            entry("control", Set.of("kernel", "text", "workload", "measure", "transport")),
            entry(
                    "plan",
                    Set.of("kernel", "text", "launch", "analysis", "placement", "workload", "measure", "transport")),
            entry(
                    "results",
                    Set.of(
                            "plan",
                            "analysis",
                            "environment",
                            "launch",
                            "control",
                            "placement",
                            "scratch",
                            "text",
                            "workload",
                            "measure",
                            "transport")),
            entry(
                    "figure",
                    Set.of("plan", "analysis", "environment", "kernel", "measure", "text", "transport", "workload")),
            entry("compare", Set.of("figure", "results", "plan", "analysis", "environment", "measure", "workload")),
            entry("model", Set.of("plan", "analysis", "transport")),
            entry("advise", Set.of("plan", "analysis", "figure", "transport", "workload")),
            entry(
                    "report",
                    Set.of(
                            "advise",
                            "compare",
                            "figure",
                            "results",
                            "model",
                            "plan",
                            "analysis",
                            "environment",
                            "kernel",
                            "plot",
                            "measure",
                            "text",
                            "transport",
                            "workload")),
            entry(
                    "run",
                    Set.of(
                            "advise",
                            "archive",
                            "doctor",
                            "figure",
                            "report",
                            "results",
                            "plan",
                            "analysis",
                            "environment",
                            "kernel",
                            "text",
                            "launch",
                            "control",
                            "placement",
                            "scratch",
                            "workload",
                            "measure",
                            "transport")),
            entry(
                    "run.gate",
                    Set.of("figure", "plan", "analysis", "text", "workload")), // judges values before they are shown
            entry("placement", Set.of("kernel", "text", "workload", "measure", "transport")),
            entry("scratch", Set.of("kernel", "measure", "transport")),
            entry("peer", Set.of("kernel", "control", "placement", "scratch", "workload", "measure", "transport")),
            entry(
                    "archive",
                    Set.of("launch", "peer", "text", "control", "scratch", "workload", "measure", "transport")),
            entry(
                    "launch",
                    Set.of("kernel", "text", "control", "placement", "scratch", "workload", "measure", "transport")),
            entry("doctor", Set.of("kernel", "text", "environment", "placement", "scratch", "measure", "transport")),
            entry("analysis", Set.of("measure")));

    /**
     * The arrows inside a room that has sub-rooms: what each of its packages may use of the others. A new sub-room needs a line
     * here.
     */
    private static final Map<String, Set<String>> SUB_ROOMS = Map.ofEntries(
            entry("analysis.statistics", Set.of()),
            entry("analysis.summary", Set.of("analysis.statistics")),
            entry("analysis.doubt", Set.of("analysis.statistics", "analysis.summary")),
            entry("analysis", Set.of("analysis.doubt", "analysis.statistics", "analysis.summary")),
            entry("launch.command", Set.of()),
            entry("launch.process", Set.of("launch.command")),
            entry("launch", Set.of("launch.command", "launch.process")),
            entry("measure.clock", Set.of()),
            entry("measure.sample", Set.of("measure.clock")),
            entry("measure.result", Set.of("measure.sample")),
            entry("measure.meter", Set.of("measure.clock", "measure.result")),
            entry("measure", Set.of("measure.clock", "measure.meter", "measure.result", "measure.sample")),
            entry("plan.cell", Set.of()),
            entry("plan", Set.of("plan.cell")),
            entry("plan.result", Set.of("plan", "plan.cell")),
            entry("plan.rounds", Set.of("plan", "plan.cell", "plan.result")),
            entry("plot", Set.of()),
            entry("report.file", Set.of("report.table")),
            entry("report.words", Set.of()),
            entry("report.chart", Set.of("report.file")),
            entry("report.table", Set.of("report.words")),
            entry("report.text", Set.of("report.table", "report.words")),
            entry("report.export", Set.of("report.chart", "report.file", "report.table", "report.words")),
            entry("report.html", Set.of("report.chart", "report.file", "report.table", "report.words")),
            entry("report", Set.of("report.chart", "report.file", "report.html", "report.words")),
            entry("results.header", Set.of()),
            entry("results.line", Set.of()),
            entry("results", Set.of("results.header", "results.line")),
            entry("run.program", Set.of()),
            entry("run.request", Set.of("run.program")),
            entry("run.gate", Set.of()),
            entry("run", Set.of("run.gate", "run.program", "run.request")),
            entry("run.resume", Set.of("run", "run.program", "run.request")),
            entry("run.advice", Set.of("run", "run.program", "run.request")),
            entry("transport", Set.of()),
            entry("transport.resource", Set.of("transport")),
            entry("transport.endpoint", Set.of("transport", "transport.resource")),
            entry("workload.codec", Set.of()),
            entry("workload.message", Set.of("workload.codec")),
            entry("workload.shape", Set.of("workload.codec")),
            entry("workload", Set.of("workload.message", "workload.shape")),
            entry("workload.call", Set.of("workload", "workload.codec", "workload.message", "workload.shape")),
            entry("workload.stream", Set.of("workload", "workload.call", "workload.message", "workload.shape")),
            entry(
                    "workload.load",
                    Set.of("workload", "workload.call", "workload.message", "workload.shape", "workload.stream")),
            entry("workload.block", Set.of("workload", "workload.message")),
            entry("workload.transfer", Set.of("workload", "workload.message")),
            entry("workload.fail", Set.of("workload", "workload.message", "workload.stream")),
            entry("workload.publish", Set.of("workload", "workload.message")));

    private static final String BESIDE_THE_MEASURED_PART =
            "it works beside the measured part, where the code that transports share with it has to stay compiled";

    private static final String PEERS_ANYWHERE = "a peer can be started on another host or written in another language:"
            + " both sides share control messages and the name of a class";

    @ArchTest
    static final ArchRule EVERY_CLASS_HAS_ITS_PLACE = classes()
            .should()
            .resideInAnyPackage(Stream.concat(ARROWS.keySet().stream(), SUB_ROOMS.keySet().stream())
                    .map(name -> PROJECT + name)
                    .toArray(String[]::new))
            .because("a package without arrows of its own would escape the rules about them");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching(PROJECT + "(**)")
            .should()
            .beFreeOfCycles()
            .because("packages that need each other can only be understood, and changed, as one");

    @ArchTest
    static final ArchRule CORE_NAMES_NO_TRANSPORT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.transports..")
            .because("a transport touches its own package only, and a third party's is as good as ours");

    @ArchTest
    static final ArchRule HALVES_ARE_OF_THEIR_QUESTION = noClasses()
            .that()
            .areNotInterfaces()
            .and()
            .areAssignableTo(ClientHalf.class)
            .or()
            .areAssignableTo(ServerHalf.class)
            .and()
            .areNotInterfaces()
            .should()
            .bePublic()
            .because("only the question's record makes its halves");

    @ArchTest
    static final ArchRule LAUNCH_DOES_NOT_SEE_PEER = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.launch..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.peer..")
            .because(PEERS_ANYWHERE);

    @ArchTest
    static final ArchRule PEER_DOES_NOT_SEE_LAUNCH = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.peer..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.ipcbench.launch..")
            .because(PEERS_ANYWHERE);

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
            .because("such a name tells nothing of what the class is about");

    @ArchTest
    static final ArchRule METERS_READ_FILES_THROUGH_NO_CHANNEL = noClasses()
            .that()
            .resideInAnyPackage("org.ipcbench.measure..", "org.ipcbench.kernel..")
            .should()
            .callMethodWhere(target(owner(type(Files.class)))
                    .and(target(nameMatching(
                            "readAll.*|readString|lines|newByteChannel|newInputStream|newBufferedReader"))))
            .because(BESIDE_THE_MEASURED_PART);

    @ArchTest
    static final ArchRule CONTROL_USES_NO_BUFFERS_ON_THE_HEAP = noClasses()
            .that()
            .resideInAPackage("org.ipcbench.control..")
            .should()
            .callMethodWhere(target(owner(type(ByteBuffer.class))).and(target(nameMatching("allocate|wrap"))))
            .orShould()
            .callMethodWhere(target(owner(type(Charset.class))).and(target(nameMatching("encode"))))
            .because(BESIDE_THE_MEASURED_PART);

    @ArchTest
    static void arrowsPointOneWay(JavaClasses core) {
        ARROWS.forEach((room, others) -> noClasses()
                .that()
                .resideInAPackage(withSubRooms(room))
                .should()
                .dependOnClassesThat(resideInAPackage(PROJECT + ".")
                        .and(not(resideInAnyPackage(Stream.concat(Stream.of(room), others.stream())
                                .map(ArchitectureTest::withSubRooms)
                                .toArray(String[]::new)))))
                .because("the arrows from " + room + " point to " + others)
                .allowEmptyShould(true)
                .check(core));
    }

    @ArchTest
    static void arrowsInsideARoomPointOneWay(JavaClasses core) {
        SUB_ROOMS.forEach((room, others) -> noClasses()
                .that()
                .resideInAPackage(PROJECT + room)
                .should()
                .dependOnClassesThat(resideInAPackage(withSubRooms(room.replaceAll("\\..*", "")))
                        .and(not(resideInAnyPackage(Stream.concat(Stream.of(room), others.stream())
                                .map(name -> PROJECT + name)
                                .toArray(String[]::new)))))
                .because("inside the room, the arrows from " + room + " point to " + others)
                .allowEmptyShould(true)
                .check(core));
    }

    private static String withSubRooms(String room) {
        return PROJECT + room + "..";
    }
}
