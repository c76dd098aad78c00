package org.ipcbench.jmh;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * JMH's output of one of several runs, without the table at its end. This is a proxy, because JMH's
 * {@code TextReportFormat} is package-private, and the other twelve methods of {@code OutputFormat} would have to be
 * delegated by hand.
 *
 * @param whole the output of all runs
 */
record PartOutput(OutputFormat whole) implements InvocationHandler {
    private static final String PRINTS_TABLE = "endRun";

    static OutputFormat of(OutputFormat whole) {
        return (OutputFormat) Proxy.newProxyInstance(
                PartOutput.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, new PartOutput(whole));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals(PRINTS_TABLE)) {
            return null;
        }
        try {
            return method.invoke(whole, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
