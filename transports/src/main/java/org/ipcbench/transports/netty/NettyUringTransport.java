package org.ipcbench.transports.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.JarLibrary;
import org.ipcbench.transports.shared.KernelSetting;

/**
 * A Unix domain stream socket through Netty's io_uring. The socket is connected by epoll, so the cost of a connection says
 * nothing about io_uring.
 */
public final class NettyUringTransport extends NettyTransport {
    private static final NettyIo IO = new UringIo();

    public NettyUringTransport() {
        super(IO);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "netty-uring",
                "Netty's io_uring over a Unix domain stream socket",
                "Netty (io_uring)",
                Set.of("libraries"),
                35,
                IO.library());
    }

    /**
     * I/O by {@code io_uring(7)}: Netty passes a buffer to the kernel, and the kernel reports that it has filled the buffer.
     * Netty reads only when a reader waits, so that the buffer is the reader's.
     */
    private static final class UringIo implements NettyIo {
        private static final SystemCall SETUP = new SystemCall("io_uring_setup", 425, 425);

        private final NettyIo connecting = new EpollIo();

        @Override
        public Library library() {
            return new JarLibrary("Netty", "io.netty", "netty-transport-classes-io_uring");
        }

        @Override
        public Availability availability() {
            return connecting
                    .availability()
                    .and(() -> NettyIo.nativeCode("io_uring42"))
                    .and(() -> UringPermission.ofThisProcess().availability(() -> CallFilter.isPossible(SETUP)))
                    .and(() -> CallFilter.ofThisProcess().permits(SETUP));
        }

        @Override
        public void load() {
            connecting.load();
            IoUring.ensureAvailability();
        }

        @Override
        public IoHandlerFactory handlers() {
            return IoUringIoHandler.newFactory();
        }

        /**
         * Netty's io_uring listener makes such a channel for each accepted socket, by a constructor that is not public. The
         * listener itself cannot be used here: it does not leave the event loop after it has accepted, because a submitted
         * operation is outstanding.
         */
        @Override
        public DomainSocketChannel continuing(EpollDomainSocketChannel connected) throws IOException {
            try {
                Constructor<IoUringDomainSocketChannel> constructor =
                        IoUringDomainSocketChannel.class.getDeclaredConstructor(Channel.class, FileDescriptor.class);
                constructor.setAccessible(true);
                return constructor.newInstance(null, connected.fd());
            } catch (ReflectiveOperationException e) {
                throw new IOException(
                        "this version of Netty takes over no sockets: "
                                + library().nameAndVersion(),
                        e);
            }
        }

        @Override
        public void setReading(DomainSocketChannel socket) {
            socket.config().setAutoRead(false);
        }

        @Override
        public void read(DomainSocketChannel socket) {
            var unused = socket.read();
        }

        @Override
        public void goOn(DomainSocketChannel socket) {
            // the next reader requests it
        }
    }

    /**
     * Whether a process may use io_uring.
     *
     * @param kernel the kernel's version
     * @param disabled the value of {@code kernel.io_uring_disabled}; empty if the kernel has or shows no such setting
     * @param privileged whether the process may use io_uring if only some processes may
     */
    record UringPermission(String kernel, OptionalLong disabled, boolean privileged) {
        private static final KernelSetting DISABLED = new KernelSetting("kernel.io_uring_disabled");
        private static final KernelSetting GROUP = new KernelSetting("kernel.io_uring_group");
        private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

        /** The first kernel with every operation that Netty requires; the last one added was shutdown. */
        private static final Version MIN_KERNEL = new Version(5, 11);

        /** From this version on, a kernel with io_uring has the setting. */
        private static final Version WITH_SETTING = new Version(6, 6);

        /** No group has this id. */
        private static final long NO_GROUP = -1;

        private static final int FOR_ALL = 0;
        private static final int FOR_SOME = 1;

        private record Version(int major, int minor) {
            boolean isAfter(Version other) {
                return major > other.major || (major == other.major && minor > other.minor);
            }

            @Override
            public String toString() {
                return major + "." + minor;
            }
        }

        static UringPermission ofThisProcess() {
            ProcessStatus status = ProcessStatus.ofThisProcess();
            return new UringPermission(
                    System.getProperty("os.version"),
                    DISABLED.value(),
                    status.isCapable(ProcessStatus.CAP_SYS_ADMIN)
                            || status.isIn(GROUP.value().orElse(NO_GROUP)));
        }

        /** @param trial asked if the kernel should have the setting and does not show it: whether io_uring can be used */
        Availability availability(BooleanSupplier trial) {
            Version version = version();
            if (MIN_KERNEL.isAfter(version)) {
                return Availability.unavailable(
                        "Netty's io_uring needs Linux %s, this is %s".formatted(MIN_KERNEL, kernel),
                        "use a later kernel");
            }
            if (disabled.isEmpty() && !WITH_SETTING.isAfter(version) && !trial.getAsBoolean()) {
                return KernelSetting.missing("io_uring", "CONFIG_IO_URING");
            }
            long rule = disabled.orElse(FOR_ALL);
            if (rule == FOR_ALL || (rule == FOR_SOME && privileged)) {
                return Availability.available();
            }
            return Availability.unavailable(
                    "the kernel forbids io_uring (%s = %d)".formatted(DISABLED.name(), rule),
                    "sysctl -w %s=0 allows it".formatted(DISABLED.name()));
        }

        /** The kernel's version; if the text cannot be parsed, a version that has everything. */
        private Version version() {
            Matcher version = VERSION.matcher(kernel);
            return version.matches()
                    ? new Version(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)))
                    : MIN_KERNEL;
        }
    }
}
