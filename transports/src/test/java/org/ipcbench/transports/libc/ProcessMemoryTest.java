package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.KernelSetting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    private static final int BYTES = 100_000;
    private static final int LENT = 20_240_817;

    /** From 1 on, only ancestors may read a process's memory and whom it lends it to; from 2 on, nobody without a privilege. */
    private static final KernelSetting ANCESTORS_ONLY = new KernelSetting("kernel.yama.ptrace_scope");

    private final ByteBuffer source = AlignedMemory.allocate(BYTES);
    private final ByteBuffer target = AlignedMemory.allocate(BYTES);

    @BeforeEach
    void skipWhereThereAreNoNativeCalls() {
        assumeThat(CLibrary.availability()).isInstanceOf(Availability.Available.class);
        assumeThat(CallFilter.ofThisProcess().permits(ProcessMemory.CALL)).isInstanceOf(Availability.Available.class);
    }

    @Test
    void bytesAreCopiedFromWhereTheyAre() throws IOException {
        for (int i = 0; i < BYTES; i++) {
            source.put(i, (byte) (i * 31));
        }
        memory().read(CLibrary.addressOf(source) + 7, CLibrary.addressOf(target), BYTES - 7);
        assertThat(target.slice(0, BYTES - 7)).isEqualTo(source.slice(7, BYTES - 7));
    }

    @Test
    void addressThatIsNotMappedIsAnError() {
        assertThatIOException()
                .isThrownBy(() -> memory().read(Long.BYTES, CLibrary.addressOf(target), 1))
                .withMessageContaining("process_vm_readv failed: EFAULT");
    }

    @Test
    void processThatIsGoneIsAnError() {
        assertThatIOException()
                .isThrownBy(() -> new ProcessMemory(Integer.MAX_VALUE)
                        .read(CLibrary.addressOf(source), CLibrary.addressOf(target), 1))
                .withMessageContaining("process_vm_readv failed: ESRCH");
    }

    @Test
    void siblingReadsMemoryThatWasLent() throws Exception {
        assumeThat(ANCESTORS_ONLY.value().orElse(0)).isLessThan(2); // nobody may read
        Process lender = java(Lender.class);
        try {
            String lent = firstLine(lender);
            Process reader = java(Reader.class, Long.toString(lender.pid()), lent);
            try {
                assertThat(firstLine(reader)).isEqualTo(Integer.toString(LENT));
            } finally {
                reader.destroyForcibly().waitFor();
            }
        } finally {
            lender.destroyForcibly().waitFor();
        }
    }

    private static Process java(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String firstLine(Process process) throws IOException {
        return String.valueOf(process.inputReader().readLine());
    }

    /** Prints the address of memory that it lends, and keeps it. */
    static final class Lender {
        public static void main(String[] arguments) throws IOException, InterruptedException {
            ByteBuffer memory = AlignedMemory.allocate(Integer.BYTES).putInt(0, LENT);
            ProcessMemory.lendToSiblings();
            System.out.println(CLibrary.addressOf(memory));
            try {
                Thread.sleep(Long.MAX_VALUE);
            } finally {
                Reference.reachabilityFence(memory);
            }
        }
    }

    /** Prints the number at an address of another process. */
    static final class Reader {
        public static void main(String[] arguments) throws IOException {
            ByteBuffer memory = AlignedMemory.allocate(Integer.BYTES);
            new ProcessMemory(Long.parseLong(arguments[0]))
                    .read(Long.parseLong(arguments[1]), CLibrary.addressOf(memory), Integer.BYTES);
            System.out.println(memory.getInt(0));
        }
    }

    private static ProcessMemory memory() {
        return new ProcessMemory(ProcessHandle.current().pid());
    }
}
