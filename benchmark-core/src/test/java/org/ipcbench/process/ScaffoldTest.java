package org.ipcbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScaffoldTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void whatFailsClosesAllOfItTheLatestFirstAndIsWhatIsThrown() {
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    try (Scaffold scaffold = new Scaffold()) {
                        scaffold.add(() -> closed.add("first"));
                        scaffold.add(() -> {
                            closed.add("second");
                            throw new IOException("does not close");
                        });
                        scaffold.add(() -> closed.add("third"));
                        throw new IllegalStateException("halfway");
                    }
                })
                .withMessage("halfway")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .singleElement()
                        .asString()
                        .contains("does not close"));
        assertThat(closed).containsExactly("third", "second", "first");
    }

    @Test
    void whatIsFinishedStaysOpen() throws IOException {
        try (Scaffold scaffold = new Scaffold()) {
            scaffold.add(() -> closed.add("first"));
            scaffold.release();
        }
        assertThat(closed).isEmpty();
    }
}
