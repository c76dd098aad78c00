package org.ipcbench.transport.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CloseOnFailureTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void failureClosesAllResourcesLatestFirstAndIsThrown() {
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    try (CloseOnFailure opened = new CloseOnFailure()) {
                        opened.add(() -> closed.add("first"));
                        opened.add(() -> {
                            closed.add("second");
                            throw new IOException("does not close");
                        });
                        opened.add(() -> closed.add("third"));
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
    void releasedResourcesStayOpen() throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(() -> closed.add("first"));
            opened.release();
        }
        assertThat(closed).isEmpty();
    }
}
