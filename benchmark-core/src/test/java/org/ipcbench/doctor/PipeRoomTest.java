package org.ipcbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.kernel.PageSize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipe that is partly full stands for a short one. */
final class PipeRoomTest {
    private static final int USUAL_PAGES = 16;

    @TempDir
    private Path root;

    private int pageBytes;

    @BeforeEach
    void readPageSize() {
        assumeTrue(PageSize.bytes().isPresent(), "the kernel does not tell the size of its pages");
        pageBytes = PageSize.bytes().getAsInt();
    }

    @Test
    void usualPipeIsNoFinding() {
        assertThat(findings(USUAL_PAGES)).isEmpty();
    }

    @Test
    void shortPipeIsToldWithTheUsersOtherPipes() throws IOException {
        set("1048576");

        assertThat(findings(1)).singleElement().satisfies(finding -> {
            assertThat(finding.statement())
                    .isEqualTo("a new pipe of this user holds %d bytes, not %d", pageBytes, USUAL_PAGES * pageBytes);
            assertThat(finding.remedy()).contains("close other pipes").contains("fs.pipe-user-pages-soft");
            assertThat(finding.severity()).isEqualTo(Severity.MODERATE);
        });
    }

    @Test
    void shortPipeIsToldWithTheLowSetting() throws IOException {
        set(Integer.toString(pageBytes));

        assertThat(findings(1))
                .singleElement()
                .extracting(Finding::remedy)
                .isEqualTo("sysctl -w fs.pipe-max-size=%d".formatted(USUAL_PAGES * pageBytes));
    }

    @Test
    void userWithoutPipesHasNoFinding() {
        assertThat(new RoomProbes.PipeRoom(root, () -> {
                            throw new IOException("too many open files");
                        })
                        .findings())
                .isEmpty();
    }

    private void set(String mostBytes) throws IOException {
        Path setting = root.resolve("proc/sys/fs/pipe-max-size");
        Files.createDirectories(setting.getParent());
        Files.writeString(setting, mostBytes + "\n");
    }

    private List<Finding> findings(int freePages) {
        return new RoomProbes.PipeRoom(root, () -> withFreePages(freePages)).findings();
    }

    private Pipe withFreePages(int pages) throws IOException {
        Pipe pipe = Pipe.open();
        pipe.sink().configureBlocking(false);
        ByteBuffer page = ByteBuffer.allocateDirect(pageBytes);
        int total = 0;
        while (pipe.sink().write(page.clear()) > 0) {
            total++;
        }
        for (int i = 0; i < total; i++) {
            pipe.source().read(page.clear());
        }
        assumeTrue(total == USUAL_PAGES, "this user's pipes are short");
        for (int i = pages; i < USUAL_PAGES; i++) {
            pipe.sink().write(page.clear());
        }
        return pipe;
    }
}
