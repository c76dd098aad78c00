package org.ipcbench.jmh;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers some methods of an object of JMH's in its place. JMH can neither unset an option nor leave out the table at
 * the end of a run, and its interfaces for both have dozens of methods. Serializable because JMH sends its options to
 * its forks.
 *
 * @param original where all other methods go
 * @param answers by the name of the method; where it returns nothing, the answer does not matter
 */
record Overlay(Object original, Map<String, Serializable> answers) implements InvocationHandler, Serializable {

    static <T> T over(Class<T> type, T original, Map<String, Serializable> answers) {
        return type.cast(Proxy.newProxyInstance(
                Overlay.class.getClassLoader(), new Class<?>[] {type}, new Overlay(original, answers)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object answer = answers.get(method.getName());
        if (answer != null) {
            return answer;
        }
        try {
            return method.invoke(original, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
