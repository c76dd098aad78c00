package org.ipcbench.transport.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.resource.Grants.LoopbackTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantsTest {
    private static final Availability DOWN = Availability.unavailable("no loopback", "ip link set lo up");

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1048576 |  2000 | 32768 60999 | 1048577, 0, 0, 0 | its file of 1048577 bytes exceeds the limit of 1048576; raise it with: ulimit -f unlimited",
                "1048576 |  2000 | 32768 60999 | 1048576, 0, 0, 0 |",
                "unlimited | 100 | 32768 60999 | 0, 0, 91, 0 | has at least 101 files and sockets open in a peer, which may have 100; raise the hard limit as root: ulimit -n 1024",
                "unlimited | 100 | 32768 60999 | 0, 0, 90, 0 |",
                "unlimited | 100 | 40000 40003 | 0, 0, 0, 5 | takes at least 5 of the ports that the kernel chooses, which are 4; sysctl -w net.ipv4.ip_local_port_range='32768 60999'",
                "unlimited | 100 | 40000 40003 | 0, 0, 0, 4 |"
            })
    void whatALimitDoesNotGrantIsALackWithItsRemedy(
            String file, String descriptors, String ports, String needs, String lack) throws IOException {
        limits(file, descriptors);
        file("proc/sys/net/ipv4/ip_local_port_range", ports.replace(' ', '\t') + "\n");

        assertThat(new Grants(root, Availability::available).to(needing(needs), 64, 0, 1))
                .satisfies(answer -> {
                    if (lack == null) {
                        assertThat(answer).isEqualTo(Availability.available());
                    } else {
                        assertThat(answer).hasToString(lack);
                    }
                });
    }

    @Test
    void whatTheMachineDoesNotTellIsGranted() {
        long far = 1L << 60;

        assertThat(new Grants(root, Availability::available)
                        .to(needing(new Needs(far, far, 1 << 30, 1 << 30)), 64, 0, 1))
                .isEqualTo(Availability.available());
    }

    @Test
    void fullSharedMemoryIsALack() throws IOException {
        Path memory = Files.createDirectories(root.resolve("dev/shm"));
        long free = memory.toFile().getUsableSpace();

        assertThat(new Grants(root, Availability::available).to(needing(Needs.ofSharedMemory(2 * free, 1)), 64, 0, 1))
                .asString()
                .startsWith("takes %d bytes of /dev/shm, and ".formatted(2 * free))
                .contains("mount -o remount,size=", "docker run --shm-size=");
    }

    @Test
    void loopbackIsTriedOnceAndOnlyForTransportsThatUseIt() {
        int[] trials = {0};
        Grants grants = new Grants(root, () -> {
            trials[0]++;
            return DOWN;
        });

        assertThat(grants.to(ListedTransport.of("string"))).isEqualTo(Availability.available());
        assertThat(trials[0]).isZero();
        assertThat(grants.to(ListedTransport.with("lan", Trait.NETWORK))).isEqualTo(DOWN);
        assertThat(grants.to(ListedTransport.with("phone", Trait.LOOPBACK))).isEqualTo(DOWN);
        assertThat(trials[0]).isOne();
    }

    @Test
    void unavailableTransportKeepsItsReason() {
        assertThat(new Grants(root, () -> DOWN).to(ListedTransport.absent("radio", "no antenna", "install one")))
                .isEqualTo(new Unavailable("no antenna", "install one"));
    }

    @Test
    void bufferThatIsImpossibleIsALack() {
        assertThat(new Grants(root, Availability::available).to(refusing("--buffer 3 is too small; give 4"), 64, 3, 1))
                .hasToString("--buffer 3 is too small; give 4");
    }

    @Test
    void loopbackOfThisMachineCanBeReached() {
        assertThat(LoopbackTrial.availability()).isEqualTo(Availability.available());
    }

    private void limits(String file, String descriptors) throws IOException {
        file(
                "proc/self/limits",
                "Max file size             %1$-20s %1$-20s bytes%nMax open files            %2$-20s %2$-20s files%n"
                        .formatted(file, descriptors));
    }

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static Transport needing(String numbers) {
        String[] each = numbers.split(", ", -1);
        return needing(new Needs(
                Long.parseLong(each[0]),
                Long.parseLong(each[1]),
                Integer.parseInt(each[2]),
                Integer.parseInt(each[3])));
    }

    private static Transport needing(Needs needs) {
        return new NeedyTransport(needs, "");
    }

    private static Transport refusing(String reason) {
        return new NeedyTransport(Needs.NOTHING, reason);
    }

    /** A transport that needs something, or fails to say what. */
    private record NeedyTransport(Needs needed, String refusal) implements Transport {
        private static final Transport LISTED = ListedTransport.of("needy");

        @Override
        public TransportInfo info() {
            return LISTED.info();
        }

        @Override
        public Traits traits() {
            return LISTED.traits();
        }

        @Override
        public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
            if (!refusal.isEmpty()) {
                throw new IOException(refusal);
            }
            return needed;
        }

        @Override
        public Listener listen(Session session) throws IOException {
            return LISTED.listen(session);
        }

        @Override
        public Channel connect(Session session, String address) throws IOException {
            return LISTED.connect(session, address);
        }
    }
}
