package org.ipcbench.transports.question;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.jspecify.annotations.Nullable;

/**
 * A transport whose channels note what is done with them. They keep the interfaces of the real ones, by which workloads choose
 * their halves.
 */
final class NotedTransport implements InvocationHandler {
    private static final String CONTRACT = Transport.class.getPackageName();

    private final Transport real;
    private final Notes notes;

    private NotedTransport(Transport real, Notes notes) {
        this.real = real;
        this.notes = notes;
    }

    static Transport of(Transport real, Notes notes) {
        return (Transport) proxy(real, new NotedTransport(real, notes));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object result = call(real, method, arguments);
        return arguments != null && arguments[0] instanceof Session session
                ? noted(result, notes.number(session))
                : result;
    }

    private @Nullable Object noted(@Nullable Object opened, int session) {
        if (opened instanceof Channel channel) {
            return noted(channel, session, Role.CLIENT);
        }
        return opened instanceof Listener || opened instanceof MultiplexedListener
                ? proxy(opened, new Accepting(opened, session))
                : opened;
    }

    private Channel noted(Channel channel, int session, Role side) {
        return (Channel) proxy(channel, new NotedChannel(channel, session, side));
    }

    /** An object with the contract's interfaces that the real one has, and no others. */
    private static Object proxy(Object real, InvocationHandler handler) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> type = real.getClass(); type != null; type = type.getSuperclass()) {
            Stream.of(type.getInterfaces()).flatMap(NotedTransport::ofContract).forEach(interfaces::add);
        }
        return Proxy.newProxyInstance(
                NotedTransport.class.getClassLoader(), interfaces.toArray(Class<?>[]::new), handler);
    }

    private static Stream<Class<?>> ofContract(Class<?> type) {
        return type.getPackageName().equals(CONTRACT)
                ? Stream.of(type)
                : Stream.of(type.getInterfaces()).flatMap(NotedTransport::ofContract);
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A listener, or the channels of a server that one thread serves. */
    private final class Accepting implements InvocationHandler {
        private final Object listener;
        private final int session;

        Accepting(Object listener, int session) {
            this.listener = listener;
            this.session = session;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            Object result = call(listener, method, arguments);
            if (result instanceof Channel channel) {
                return noted(channel, session, Role.SERVER);
            }
            if (result instanceof MultiplexedChannels) {
                return proxy(result, new Accepting(result, session));
            }
            if (method.getName().equals("channels") && result instanceof List<?> channels) {
                return channels.stream()
                        .map(channel -> noted((Channel) channel, session, Role.SERVER))
                        .toList();
            }
            return result;
        }
    }

    private final class NotedChannel implements InvocationHandler {
        private final Channel channel;
        private final int session;
        private final Role side;
        private ByteBuffer claimed = ByteBuffer.allocate(0);

        NotedChannel(Channel channel, int session, Role side) {
            this.channel = channel;
            this.session = session;
            this.side = side;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "receive" -> notes.awaited(session, side, (int) arguments[0]);
                case "commit" -> notes.sent(session, side, claimed);
                default -> {
                    // says nothing of a message
                }
            }
            Object result = call(channel, method, arguments);
            if (method.getName().equals("claim") && result instanceof ByteBuffer buffer) {
                claimed = buffer.duplicate().order(ByteOrder.nativeOrder()); // whose position stays
            }
            return result;
        }
    }
}
