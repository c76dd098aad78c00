package org.ipcbench.plan.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.ipcbench.transport.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownTransportTest {

    static Stream<Method> methods() {
        return Stream.of(Transport.class.getMethods()).filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    /** One that is not would have the interface's default, whatever the transport says. */
    @ParameterizedTest
    @MethodSource("methods")
    void everyQuestionReachesTheTransport(Method method) throws NoSuchMethodException {
        assertThat(KnownTransport.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .getDeclaringClass())
                .isEqualTo(KnownTransport.class);
    }
}
