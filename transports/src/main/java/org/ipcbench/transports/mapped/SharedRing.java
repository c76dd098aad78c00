package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * A ring in a file of its own, which one process reads and several write into. Only the reader can know that all others are done,
 * and frees the memory then; else it is free when the last of them has ended or forgotten it.
 *
 * @param file has no name
 * @param address where others find it
 */
public record SharedRing(RingFile file, Ring ring, String address) implements Closeable {

    /** Makes the file under a name that nobody sees afterwards. */
    static SharedRing create(Path path, RingGeometry geometry) throws IOException {
        RingFile file = RingFile.create(path, geometry.secondRingAt());
        try {
            return new SharedRing(
                    file, file.mapToServer(geometry), RingFile.address(path).toString());
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Finds the one at an address, of a geometry that both sides know. */
    public static SharedRing open(String address, RingGeometry geometry) throws IOException {
        RingFile file = RingFile.open(Path.of(address));
        try {
            return new SharedRing(file, file.mapToServer(geometry), address);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Gives the memory back now. No process looks at the ring any more: it would end with SIGBUS. */
    public void free() throws IOException {
        file.freeRings();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
