package org.ipcbench.transports.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the first message of whoever writes to a stream, until one of them proves the session's token. What the others
 * write is never looked at again; none of them is waited for.
 */
final class AeronAuthentication {
    private final Subscription subscription;
    private final byte[] expectedProof;
    private final Set<Image> refused = new HashSet<>();
    private @Nullable AeronProof introduction;

    /**
     * The one that belongs to the session.
     *
     * @param image what it writes, after its introduction
     * @param streamId where it listens
     */
    record Admitted(Image image, int streamId) {}

    AeronAuthentication(Subscription subscription, byte[] expectedProof) {
        this.subscription = subscription;
        this.expectedProof = expectedProof;
    }

    /**
     * Waits for it.
     *
     * @param event what is being waited for
     * @throws IOException where nobody proved the token within the time
     */
    Admitted await(String event, Polling polling) throws IOException {
        while (true) {
            for (Image image : subscription.images()) {
                if (!refused.contains(image)
                        && image.poll((buffer, offset, length, header) -> read(buffer, offset, length), 1) > 0) {
                    if (introduction != null && introduction.proves(expectedProof)) {
                        return new Admitted(image, introduction.streamId());
                    }
                    refused.add(image);
                }
            }
            polling.rest(event);
        }
    }

    private void read(DirectBuffer buffer, int offset, int length) {
        introduction = length == AeronProof.BYTES ? AeronProof.read(buffer, offset) : null;
    }
}
