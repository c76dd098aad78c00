package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.cli.job.JavaHome;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.run.program.Variation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of {@code --vary}. */
class VariationTest {
    private static final PeerSettings PLAIN =
            new PeerSettings(new Jvm(Path.of("/opt/jdk"), "17"), List.of("-Xss1m"), "a.jar", Duration.ofSeconds(1));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
            -XX:+UseSerialGC,-XX:+UseZGC             | -XX:+UseSerialGC | -XX:+UseZGC
            '-XX:+UseSerialGC','-XX:+UseZGC'         | -XX:+UseSerialGC | -XX:+UseZGC
            "-Xlog:gc,safepoint:stderr" , -Xint      | -Xlog:gc,safepoint:stderr | -Xint
            -Xlog:'gc,safepoint',-Xint               | -Xlog:gc,safepoint | -Xint
            "-Dtold='a,b'",-Xint                     | -Dtold='a,b' | -Xint
            '-Xmn8m -Xint',-Xmn8m                    | -Xmn8m -Xint | -Xmn8m
            -Xmn8m  -Xint,-Xmn8m                     | -Xmn8m -Xint | -Xmn8m
            ,-Xint                                   | unchanged | -Xint
            ''  ,-Xint                               | unchanged | -Xint
            -Da=1,-Da=2                              | -Da=1 | -Da=2
            -Dpassword=a,-Dpassword=b                | -Dpassword=*** (1) | -Dpassword=*** (2)
            """)
    void argumentsAreLabelledByThemselves(String list, String first, String second) throws IOException {
        assertThat(labels("jvm-args=" + list)).containsExactly(first, second);
        assertThat(labels("JVM-Args=" + list)).hasSize(2);
    }

    @Test
    void longLabelsAreCutAndStayDifferent() throws IOException {
        String common = "-Dname=" + "x".repeat(100);

        assertThat(labels("jvm-args=%s,%s -Xint,-Xint".formatted(common, common)))
                .doesNotHaveDuplicates()
                .allSatisfy(label -> assertThat(label).hasSizeLessThan(70));
    }

    @Test
    void argumentsStandBehindThoseOfAllPeers() throws IOException {
        VariantSettings settings = Variation.parse("jvm-args=,-Xint -Da=1").settings(PLAIN, List.of());

        assertThat(settings.all())
                .extracting(PeerSettings::userArguments)
                .containsExactly(List.of("-Xss1m"), List.of("-Xss1m", "-Xint", "-Da=1"));
        assertThat(settings.all()).extracting(PeerSettings::jvm).containsOnly(PLAIN.jvm());
    }

    /** A shell has removed the inner quotes of the second one. */
    @Test
    void neighboursAreCommandsAndAllocations() throws IOException {
        assertThat(labels("beside=none,'sh -c \"exit\"','heap:500M/s,1G'"))
                .containsExactly("none", "sh -c exit", "heap:500M/s,1024M");
        assertThat(labels("beside=heap:1G/s,64M,none,heap:2M/s,1M"))
                .containsExactly("heap:1024M/s,64M", "none", "heap:2M/s,1M");
        assertThat(Variation.parse("beside=none,sleep 5")
                        .settings(PLAIN, List.of())
                        .all())
                .extracting(settings -> settings.neighbour().command())
                .containsExactly(List.of(), List.of("sleep", "5"));
    }

    @Test
    void jvmsAreLabelledByTheirVersionsAndEqualOnesByTheirDirectoriesToo() throws IOException {
        Path old = install("old", "17.0.15");
        Path late = install("late", "25.0.3");
        Path twin = install("twin", "25.0.3");

        assertThat(labels("jvm=%s,%s".formatted(old, late))).containsExactly("JDK 17.0.15", "JDK 25.0.3");
        assertThat(labels("jvm=%s,%s,%s/bin/java".formatted(old, late, twin)))
                .containsExactly("JDK 17.0.15", "JDK 25.0.3 (late)", "JDK 25.0.3 (twin)");
        assertThat(Variation.parse("jvm=%s,%s".formatted(late, old))
                        .settings(PLAIN, List.of())
                        .all())
                .extracting(settings -> settings.jvm().home())
                .containsExactly(late.toRealPath(), old.toRealPath());
    }

    @Test
    void linkToTheSameJvmIsNoSecondOne() throws IOException {
        Path home = install("home", "17.0.15");
        Path link = Files.createSymbolicLink(directory.resolve("link"), home);

        assertRefused("jvm=%s,%s".formatted(home, link), "twice; give each value once");
    }

    @Test
    void jvmThatIsTooOldOrNoneIsRefused() throws IOException {
        Path ancient = install("ancient", "11.0.22");

        assertRefused(
                "jvm=%s,%s".formatted(install("new", "17"), ancient), "'%s' is Java '11.0.22'".formatted(ancient));
        assertRefused("jvm=%s,/proc".formatted(ancient), "17 or later is required");
        assertRefused("jvm=/proc,/proc", "'/proc' contains no bin/java; give a Java home directory");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
            gc=a,b                 | 'gc' cannot be varied. Allowed: jvm=A,B, jvm-args=A,B, jar=A,B
            jvmargs=-Xint,-Xcomp   | 'jvmargs', did you mean 'jvm-args'? Allowed: jvm=A,B
            =-Xint,-Xcomp          | '' cannot be varied
            jvm-args               | 'jvm-args' lacks values, such as jvm-args=A,B
            jvm-args=-Xint         | 'jvm-args=-Xint' has one value; give two or more to compare, separated by commas
            jvm-args=              | has one value
            jvm-args=-Xint,-Xint   | 'jvm-args=-Xint,-Xint' has '-Xint' twice; give each value once
            jvm-args=-Xint,' -Xint'| twice
            jvm-args=-Xlog:gc,safepoint | 'safepoint' is not a JVM argument; quote values that hold commas
            jvm-args='-Xint,-Xcomp | lacks a closing '
            jvm=,/proc             | a value of 'jvm' is empty; give a Java home
            jar=a.jar,             | 'a.jar' is not a readable jar
            jar=,a.jar             | a value of 'jar' is empty; give a jar of this suite
            jar=pom.xml,a.jar      | 'pom.xml' is not a jar
            beside=none,no-such-command -x | 'no-such-command' is not a command of this machine; give one such as 'stress-ng --cpu 2', or none
            beside=none,           | a value of 'beside' is empty; give none, a command, or heap:RATE/s,LIVE
            beside=none,heap:500M  | 'heap:500M' lacks a rate and what lives, such as heap:500M/s,1G
            beside=none,heap:500M/s,none | is not an amount of memory, such as 1G
            beside=none,none       | 'none' twice; give each value once
            """)
    void nonsenseIsRefusedWithTheRemedy(String text, String problem) {
        assertRefused(text, problem);
    }

    private void assertRefused(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Variation.parse(text))
                .withMessageContaining(problem);
    }

    private static List<String> labels(String text) throws IOException {
        return Variation.parse(text).variants().stream().map(Variant::label).toList();
    }

    private Path install(String name, String version) throws IOException {
        return JavaHome.install(directory, name, version);
    }
}
