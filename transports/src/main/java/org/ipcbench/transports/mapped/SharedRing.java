package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * A ring in a separate file, with one reading process and several writing ones. Only the reader can know that all others
 * are done, and frees the memory then. Otherwise the memory is freed when the last process has ended or unmapped it.
 *
 * @param file the file, which has no name
 * @param address the address for other processes
 */
public record SharedRing(RingFile file, Ring ring, String address) implements Closeable {

    /** Makes the file under a temporary name. */
    static SharedRing create(Path path, RingGeometry geometry) throws IOException {
        RingFile file = RingFile.create(path, geometry.secondRingAt());
        try {
            return new SharedRing(
                    file, file.mapToServer(geometry), file.address().toString());
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Opens the ring at an address, with a geometry that both sides know. */
    public static SharedRing open(String address, RingGeometry geometry) throws IOException {
        RingFile file = RingFile.open(Path.of(address));
        try {
            return new SharedRing(file, file.mapToServer(geometry), address);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Frees the memory now. No process may use the ring any more, or SIGBUS would end it. */
    public void free() throws IOException {
        file.freeRings();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
