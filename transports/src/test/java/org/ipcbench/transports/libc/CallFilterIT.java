package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.AlignedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real filter, in a process of its own. */
@Timeout(60)
class CallFilterIT {

    @Test
    void transportsWhoseCallsAreForbiddenAreUnavailable() throws IOException, InterruptedException {
        assumeThat(available("netty-uring")).isTrue();
        assumeThat(available("cma")).isTrue();
        Process filtered = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Filtered.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(filtered.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(filtered.waitFor()).isZero();
        assertThat(said.lines())
                .containsExactly(
                        "netty-uring: a seccomp filter forbids io_uring_setup; run where the filter allows it"
                                + " (docker run --security-opt seccomp=PROFILE)",
                        "cma: a seccomp filter forbids process_vm_readv; run where the filter allows it"
                                + " (docker run --security-opt seccomp=PROFILE)",
                        "ring-eventfd: available");
    }

    private static boolean available(String id) {
        return TransportRegistry.load().named(id).availability() instanceof Availability.Available;
    }

    /** Forbids itself both calls, as a container does, and says what it finds. */
    static final class Filtered {
        private static final int PR_SET_NO_NEW_PRIVS = 38;
        private static final SystemCall SECCOMP = new SystemCall("seccomp", 317, 277);
        private static final int SECCOMP_SET_MODE_FILTER = 1;
        private static final int OF_ALL_THREADS = 1;

        private static final List<SystemCall> FORBIDDEN =
                List.of(new SystemCall("io_uring_setup", 425, 425), ProcessMemory.CALL);

        /** One instruction of the filter, {@code sock_filter}. */
        private static final int INSTRUCTION_BYTES = 8;

        private static final int LOAD_NUMBER = 0x20;
        private static final int JUMP_IF_EQUAL = 0x15;
        private static final int RETURN = 0x06;
        private static final int ALLOW = 0x7fff0000;
        private static final int FAIL_BY_EPERM = 0x00050001;

        public static void main(String[] arguments) throws IOException {
            forbid();
            TransportRegistry registry = TransportRegistry.load();
            for (String id : List.of("netty-uring", "cma", "ring-eventfd")) {
                Availability availability = registry.named(id).availability();
                System.out.println(
                        id + ": " + (availability instanceof Availability.Available ? "available" : availability));
            }
        }

        private static void forbid() throws IOException {
            int instructions = 2 + 2 * FORBIDDEN.size();
            ByteBuffer program = AlignedMemory.allocate(instructions * INSTRUCTION_BYTES + 16);
            put(program, LOAD_NUMBER, 0, 0);
            for (SystemCall call : FORBIDDEN) {
                put(program, JUMP_IF_EQUAL, 1, call.number());
                put(program, RETURN, 0, FAIL_BY_EPERM);
            }
            put(program, RETURN, 0, ALLOW);
            int header = program.position();
            program.putShort(header, (short) instructions);
            program.putLong(header + 8, CLibrary.addressOf(program));
            CLibrary.check("prctl", CLibrary.calls().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
            CLibrary.check(
                    "seccomp",
                    CLibrary.calls()
                            .syscall(
                                    SECCOMP.number(),
                                    SECCOMP_SET_MODE_FILTER,
                                    OF_ALL_THREADS,
                                    CLibrary.addressOf(program) + header,
                                    0));
        }

        /** An instruction that, where it is a comparison that fails, skips so many of the next ones. */
        private static void put(ByteBuffer program, int code, int skippedOtherwise, int operand) {
            program.putShort((short) code)
                    .put((byte) 0)
                    .put((byte) skippedOtherwise)
                    .putInt(operand);
        }
    }
}
