package org.ipcbench.run.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.plan.cell.Variant;
import org.junit.jupiter.api.Test;

final class PeerProgramsTest {

    @Test
    void programsHaveNamesOrPaths() {
        assertThat(PeerPrograms.parse("java")).isEqualTo(PeerProgram.JAVA);
        assertThat(PeerPrograms.parse("c")).isEqualTo(new PeerProgram("c", List.of()));
        assertThat(PeerPrograms.parse("/bin/sh")).isEqualTo(new PeerProgram("sh", List.of("/bin/sh")));
    }

    @Test
    void otherNamesAreRefusedWithThoseThatExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerPrograms.parse("ruby"))
                .withMessage(
                        "'ruby' is not a peer. Allowed: java, c, python, or the path of a program, such as ./ruby");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerPrograms.parse("pyton"))
                .withMessageStartingWith("'pyton', did you mean 'python'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerPrograms.parse("./no-such-program"))
                .withMessage("'./no-such-program' is not an executable file");
    }

    @Test
    void pairsAreVariedWithTheClientFirst() throws IOException {
        Variation variation = Variation.parse("peer=java,c,java:c");

        assertThat(variation.variants()).extracting(Variant::label).containsExactly("java", "c", "java:c");
        Prefixes mixed = variation.prefixes(variation.variants().get(2), Prefixes.NONE);
        assertThat(mixed.client().program()).isEqualTo(PeerProgram.JAVA);
        assertThat(mixed.server().program().name()).isEqualTo("c");
    }
}
