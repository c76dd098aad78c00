package org.ipcbench.control;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.fail.Fail;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.publish.Publish;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/**
 * The control messages of a build of the suite, by their shape: the message types, their components, and the
 * components' own types. A launcher and a peer can be of different builds if the builds' messages have the same shape,
 * as far as shapes tell.
 *
 * @param shapes the components of each type, by the type's name without its package, which JSON does not tell
 */
public record ControlProtocol(Map<String, String> shapes) {
    private static final String SUITE = "org.ipcbench.";

    public ControlProtocol {
        shapes = Collections.unmodifiableMap(new TreeMap<>(shapes));
    }

    /** The protocol of this build. */
    public static ControlProtocol current() {
        return of(ControlMessage.class);
    }

    /**
     * The protocol of another build.
     *
     * @throws IOException if the jar does not contain a complete protocol
     */
    public static ControlProtocol in(Path jar) throws IOException {
        URL[] place = {jar.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(place, ClassLoader.getPlatformClassLoader())) {
            return of(Class.forName(ControlMessage.class.getName(), false, loader));
        } catch (ClassNotFoundException | LinkageError | TypeNotPresentException e) {
            throw new IOException("%s lacks %s".formatted(jar, e.getMessage()), e);
        }
    }

    /** The protocol of the messages that implement this type. */
    static ControlProtocol of(Class<?> messages) {
        Map<String, String> shapes = new HashMap<>();
        Set<Class<?>> seen = new HashSet<>(Set.of(messages));
        Deque<Class<?>> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            Class<?> type = left.remove();
            if (shapes.put(withoutPackages(type.getName()), shape(type)) != null) {
                throw new IllegalStateException("two types of control messages are called " + type.getSimpleName());
            }
            parts(type)
                    .filter(part -> part.getName().startsWith(SUITE) && seen.add(part))
                    .forEach(left::add);
        }
        return new ControlProtocol(shapes);
    }

    /** The short name of a type in which the other protocol differs; empty if both understand each other. */
    public Optional<String> difference(ControlProtocol other) {
        Set<String> names = new TreeSet<>(shapes.keySet());
        names.addAll(other.shapes.keySet());
        return names.stream()
                .filter(name -> !shapes.getOrDefault(name, "").equals(other.shapes.getOrDefault(name, "")))
                .map(ControlProtocol::shortName)
                .findFirst();
    }

    private static String withoutPackages(String type) {
        return type.replaceAll("\\b[a-z]\\w*\\.", "");
    }

    private static String shortName(String name) {
        return name.replaceFirst(".*[.$]", "");
    }

    /** The shape of a type. Names are sorted, because their order does not matter in JSON. */
    private static String shape(Class<?> type) {
        if (type.isEnum()) {
            return sorted(constants(type), constant -> constant);
        }
        if (choices(type).findAny().isPresent()) {
            return sorted(choices(type), Class::getName);
        }
        if (type.isRecord()) {
            return sorted(
                    Stream.of(type.getRecordComponents()),
                    component -> component.getName() + ":"
                            + component.getGenericType().getTypeName());
        }
        return sorted(
                fields(type),
                field -> field.getName() + ":" + field.getGenericType().getTypeName());
    }

    /** The record types that implement this type; empty if the type is not a choice between records. */
    static Stream<Class<?>> choices(Class<?> type) {
        if (type.isInterface() && type.isSealed()) {
            return Stream.of(type.getPermittedSubclasses());
        }
        return type.getName().equals(Workload.class.getName()) ? questions(type.getClassLoader()) : Stream.empty();
    }

    /** The record of a question. Java cannot seal these records, because they are in several packages. */
    public static Class<? extends Workload> recordOf(Question question) {
        return switch (question) {
            case THROUGHPUT -> MessageStream.class;
            case LATENCY -> PingPong.class;
            case CONNECT -> Connect.class;
            case BLOCK -> Block.class;
            case LOAD, CALLS -> Load.class;
            case TRANSFER -> Transfer.class;
            case FAIL -> Fail.class;
            case PUBLISH -> Publish.class;
        };
    }

    /** The records of all questions. */
    public static List<? extends Class<? extends Workload>> questions() {
        return Stream.of(Question.values())
                .map(ControlProtocol::recordOf)
                .distinct()
                .toList();
    }

    /** The records of all questions of another build. */
    private static Stream<Class<?>> questions(ClassLoader build) {
        String name = ControlProtocol.class.getName();
        try {
            List<?> types = (List<?>)
                    Class.forName(name, true, build).getMethod("questions").invoke(null);
            return types.stream().map(Class.class::cast);
        } catch (ReflectiveOperationException e) {
            throw new TypeNotPresentException(name, e);
        }
    }

    private static Stream<Class<?>> parts(Class<?> type) {
        if (type.isEnum()) {
            return Stream.of();
        }
        if (choices(type).findAny().isPresent()) {
            return choices(type);
        }
        return type.isRecord()
                ? Stream.of(type.getRecordComponents())
                        .map(RecordComponent::getGenericType)
                        .flatMap(ControlProtocol::classes)
                : fields(type).map(Field::getGenericType).flatMap(ControlProtocol::classes);
    }

    /**
     * The names of an enum's constants, read from its fields: reading the constants themselves would initialise the
     * class.
     */
    private static Stream<String> constants(Class<?> type) {
        return Stream.of(type.getDeclaredFields()).filter(Field::isEnumConstant).map(Field::getName);
    }

    private static Stream<Field> fields(Class<?> type) {
        return Stream.of(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic());
    }

    /** The classes that occur in a type. */
    private static Stream<Class<?>> classes(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.concat(
                    classes(generic.getRawType()),
                    Arrays.stream(generic.getActualTypeArguments()).flatMap(ControlProtocol::classes));
        }
        if (type instanceof Class<?> simple) {
            return Stream.of(simple.isArray() ? simple.getComponentType() : simple);
        }
        return Stream.of();
    }

    private static <T> String sorted(Stream<T> parts, Function<T, String> text) {
        return parts.map(text).map(ControlProtocol::withoutPackages).sorted().collect(Collectors.joining(" "));
    }
}
