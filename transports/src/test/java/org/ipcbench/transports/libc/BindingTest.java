package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BindingTest {
    private static final int NO_DESCRIPTOR = -1;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int EBADF = 9;
    private static final int EINVAL = 22;
    private static final int ENOTSOCK = 88;

    /** Some functions of the C library. */
    public interface Functions {
        int close(int descriptor);

        long labs(long number);

        long memcpy(long target, long source, long lengthBytes);
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, JNR", "21.0.1, JNR", "22, FOREIGN", "25.0.3, FOREIGN", "26-ea, FOREIGN"})
    void jvmsThatHaveJavaLangForeignUseIt(String version, Binding expected) {
        assertThat(Binding.of(Runtime.Version.parse(version), List.of("-Xint"))).isEqualTo(expected);
    }

    @Test
    void lastArgumentDecides() {
        List<String> arguments = List.of("-Dipcbench.native=jnr", "-Dipcbench.native=foreign", "-Dother=jnr");

        assertThat(Binding.of(Runtime.Version.parse("25"), arguments)).isEqualTo(Binding.FOREIGN);
        assertThat(Binding.of(Runtime.Version.parse("25"), arguments.subList(0, 1)))
                .isEqualTo(Binding.JNR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "jna", "JNR"})
    void unknownBindingIsRefusedWithWhatIsAllowed(String label) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Binding.of(Runtime.Version.parse("25"), List.of("-Dipcbench.native=" + label)))
                .withMessage("-Dipcbench.native=%s: allowed are foreign and jnr", label);
    }

    @Test
    void jvmWithoutJavaLangForeignCannotBeAskedForIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Binding.of(Runtime.Version.parse("17.0.15"), List.of("-Dipcbench.native=foreign")))
                .withMessage("-Dipcbench.native=foreign: needs Java 22 or later, this one is for Java 17");
    }

    @Test
    void libraryIsNamedAsThePeersHaveIt() {
        assertThat(CLibrary.LIBRARY.nameAndVersion("25.0.3", List.of())).isEqualTo("java.lang.foreign of JDK 25.0.3");
        assertThat(CLibrary.LIBRARY.nameAndVersion("25.0.3", List.of("-Dipcbench.native=jnr")))
                .matches("jnr-ffi \\d.*");
        assertThat(CLibrary.LIBRARY.nameAndVersion("17", List.of())).matches("jnr-ffi \\d.*");
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @EnumSource
    void callsFunctionsAndSavesTheirErrors(Binding binding) {
        assumeThat(binding.isSupported()).isTrue();
        Functions functions = binding.bind(Functions.class);

        assertThat(functions.labs(Long.MIN_VALUE + 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(functions.close(NO_DESCRIPTOR)).isEqualTo(-1);
        assertThat(binding.lastErrorNumber()).isEqualTo(EBADF);
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @EnumSource
    void errorsOfCallsThatCarryMessagesAreTheKernels(Binding binding) {
        assumeThat(binding.isSupported()).isTrue();
        LibC libc = binding.bind(LibC.class);
        ByteBuffer message = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        long address = binding.addressOf(message.putLong(0, 1));

        int noSocket = libc.eventfd(0, 0);

        // the errors alternate: none can be that of the call before
        assertFails(binding, libc.read(NO_DESCRIPTOR, address, 1), EBADF);
        assertFails(binding, libc.send(noSocket, address, 1, MSG_DONTWAIT), ENOTSOCK);
        assertFails(binding, libc.write(NO_DESCRIPTOR, address, 1), EBADF);
        assertFails(binding, libc.recv(noSocket, address, 1, MSG_DONTWAIT), ENOTSOCK);
        assertFails(binding, libc.mq_send(NO_DESCRIPTOR, address, 1, 0), EBADF);
        assertFails(binding, libc.msgsnd(NO_DESCRIPTOR, address, 8, 0), EINVAL);
        assertFails(binding, libc.mq_receive(NO_DESCRIPTOR, address, 1, 0), EBADF);
        assertFails(binding, libc.msgrcv(NO_DESCRIPTOR, address, 8, 0, 0), EINVAL);
        assertThat(libc.close(noSocket)).isZero();
    }

    private static void assertFails(Binding binding, long result, int errno) {
        int last = binding.lastErrorNumber();
        assertThat(result).isEqualTo(-1);
        assertThat(last).isEqualTo(errno);
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @EnumSource
    void memoryIsFoundByItsAddress(Binding binding) {
        assumeThat(binding.isSupported()).isTrue();
        ByteBuffer memory = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
        long address = binding.addressOf(memory.limit(24).position(8));
        ByteBuffer view = binding.memoryAt(address, 32).order(ByteOrder.nativeOrder());
        view.putLong(0, 4711);

        binding.bind(Functions.class).memcpy(address + 16, address, 8);

        assertThat(view.capacity()).isEqualTo(32);
        assertThat(memory.getLong(0)).isEqualTo(4711);
        assertThat(memory.getLong(16)).isEqualTo(4711);
    }
}
