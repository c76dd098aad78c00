package org.ipcbench.run.resume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.program.Variation;
import org.ipcbench.transport.TransportRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatedTermsTest {
    private static final RunTerms PLAIN = terms(null, List.of(), List.of(), Map.of(), null);
    private static final String JAR = "a".repeat(64);
    private static final String OTHER_JAR = "b".repeat(64);

    private static RunTerms terms(
            @Nullable String jvm,
            List<String> jvmArguments,
            List<String> plugins,
            Map<String, String> variants,
            @Nullable Checksum file) {
        return new RunTerms(
                Duration.ofSeconds(60).toNanos(),
                false,
                List.of(),
                jvm,
                jvmArguments,
                plugins,
                null,
                variants,
                file,
                file == null ? null : true,
                null);
    }

    private static Map<String, String> variants(String first, String second) {
        Map<String, String> variants = new LinkedHashMap<>();
        variants.put("old", first);
        variants.put("new", second);
        return variants;
    }

    private static RepeatedTerms named(
            Optional<Path> file, Optional<Path> target, Optional<Jvm> jvm, Optional<Variation> variation) {
        return new RepeatedTerms(file, target, false, jvm, List.of(), variation, List.of(), Map.of(), List.of());
    }

    @Test
    void whatTheRunWasMeasuredWithHasToBeNamedAgain() {
        RepeatedTerms nothing = RepeatedTerms.NONE;
        Checksum content = new Checksum(7, 1);
        Optional<Path> file = Optional.of(Path.of("file"));

        assertThat(nothing.omission(PLAIN)).isEmpty();
        assertThat(nothing.omission(terms("17.0.1", List.of(), List.of(), Map.of(), null)))
                .hasValue("this run was measured with --jvm; give it again");
        assertThat(nothing.omission(terms(null, List.of("-Xint"), List.of(), Map.of(), null)))
                .hasValue("this run was measured with --jvm-args; give it again");
        assertThat(nothing.omission(terms(null, List.of(), List.of(JAR), Map.of(), null)))
                .hasValue("this run was measured with --plugin; give it again");
        assertThat(nothing.omission(terms(null, List.of(), List.of(), variants("a", "b"), null)))
                .hasValue("this run was measured with --vary; give it again");
        RunTerms transfer = terms(null, List.of(), List.of(), Map.of(), content);
        assertThat(nothing.omission(transfer)).hasValue("this run was measured with FILE; give it again");
        assertThat(named(file, Optional.empty(), Optional.empty(), Optional.empty())
                        .omission(transfer))
                .hasValue("this run was measured with --to; give it again");
        assertThat(named(file, file, Optional.empty(), Optional.empty()).omission(transfer))
                .isEmpty();
    }

    private static final TransportRegistry NO_SERVER = new TransportRegistry(List.of(), List.of());

    /** Only commands: words such as c and sh start programs that come with the suite. */
    @Test
    void commandsOfCellsHaveToBeNamedAgain() {
        Cell direct = SampleCells.cell("tin-can", 64);
        Cell relayed = direct.with(Dimension.RELAY, "nc {in} {out}");
        List<Cell> cells = List.of(direct, relayed, direct.with(Dimension.RELAY, "c"));

        assertThat(RepeatedTerms.NONE.contradiction(cells, NO_SERVER))
                .hasValue("this run was measured with --relay COMMAND; give it again");
        assertThat(RepeatedTerms.NONE.contradiction(List.of(direct.with(Dimension.PROGRAM, "./answer")), NO_SERVER))
                .hasValue("this run was measured with --program COMMAND; give it again");
        assertThat(RepeatedTerms.NONE.contradiction(List.of(direct.with(Dimension.PROGRAM, "sh")), NO_SERVER))
                .isEmpty();
        assertThat(relaying("none", "nc {in} {out}").contradiction(cells, NO_SERVER))
                .isEmpty();
        assertThat(relaying("socat {in} {out}").contradiction(cells, NO_SERVER))
                .hasValue("--relay COMMAND is not what this run was measured with: that was nc {in} {out}, and this is"
                        + " socat {in} {out}");
        assertThat(relaying("nc {in} {out}").contradiction(List.of(direct), NO_SERVER))
                .hasValue("this run was measured without --relay COMMAND; omit it");
    }

    private static RepeatedTerms relaying(String... relays) {
        return new RepeatedTerms(
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Map.of(Dimension.RELAY, List.of(relays)),
                List.of());
    }

    @Test
    void whatTheRunHasNoUseForIsRefused() {
        assertThat(named(Optional.empty(), Optional.empty(), Optional.of(Jvm.current()), Optional.empty())
                        .omission(PLAIN))
                .hasValue("this run was measured without --jvm; omit it");
    }

    @Test
    void whatIsNamedHasToBeTheSame() {
        RunTerms recorded = terms("17.0.1", List.of("-Xint"), List.of(JAR), variants("a", "b"), new Checksum(7, 1));

        assertThat(RepeatedTerms.contradiction(recorded, recorded)).isEmpty();
        assertThat(RepeatedTerms.contradiction(
                        recorded,
                        terms("17.0.1", List.of("-Xint"), List.of(JAR), variants("a", "b"), new Checksum(8, 1))))
                .hasValue("FILE is not what this run was measured with: that was 7 bytes with CRC-32C 00000001, and"
                        + " this is 8 bytes with CRC-32C 00000001");
        assertThat(RepeatedTerms.contradiction(
                        recorded, terms("21", List.of("-Xint"), List.of(JAR), variants("a", "b"), new Checksum(7, 1))))
                .hasValue("--jvm is not what this run was measured with: that was 17.0.1, and this is 21");
        assertThat(RepeatedTerms.contradiction(
                        recorded,
                        terms("17.0.1", List.of("-Xcomp"), List.of(JAR), variants("a", "b"), new Checksum(7, 1))))
                .hasValue("--jvm-args is not what this run was measured with: that was -Xint, and this is -Xcomp");
        assertThat(RepeatedTerms.contradiction(
                        recorded,
                        terms("17.0.1", List.of("-Xint"), List.of(JAR), variants("b", "a"), new Checksum(7, 1))))
                .hasValue("--vary is not what this run was measured with: that was a, b, and this is b, a");
        assertThat(RepeatedTerms.contradiction(
                        recorded,
                        terms("17.0.1", List.of("-Xint"), List.of(OTHER_JAR), variants("a", "b"), new Checksum(7, 1))))
                .hasValueSatisfying(
                        problem -> assertThat(problem).startsWith("--plugin is not what this run was measured with"));
    }

    @Test
    void variantsKeepTheirNamesInTheRecord() throws IOException {
        Variation given = Variation.parse("jvm-args=-Xint,-Xcomp");
        RepeatedTerms named = named(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(given));

        Variation resumed = named.variation(terms(null, List.of(), List.of(), variants("-Xint", "-Xcomp"), null))
                .orElseThrow();

        assertThat(resumed.variants()).extracting(Variant::label).containsExactly("old", "new");
        assertThat(resumed.values().values())
                .containsExactlyElementsOf(given.values().values());
    }
}
