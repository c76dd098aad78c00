package org.ipcbench.transports.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;

class OwnerRecordTest extends InScratchDirectory {

    @Test
    void objectMadeWhileItsRecordIsDeletedIsRemoved() throws IOException {
        OwnerRecord record = OwnerRecord.choose(directory, "any");
        List<Boolean> recorded = new ArrayList<>();

        record.clear(() -> recorded.add(record.exists()));

        assertThat(recorded).containsExactly(true, false);
    }

    @Test
    void chosenNamesAreUniqueAndFoundAgain() throws IOException {
        OwnerRecord one = OwnerRecord.choose(directory, "any");
        OwnerRecord other = OwnerRecord.choose(directory, "any");

        assertThat(OwnerRecord.in(directory, "any"))
                .extracting(OwnerRecord::name)
                .containsExactlyInAnyOrder(one.name(), other.name());
        assertThat(OwnerRecord.in(directory.resolve("gone"), "any")).isEmpty();
    }
}
