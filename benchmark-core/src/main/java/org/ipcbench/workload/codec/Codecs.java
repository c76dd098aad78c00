package org.ipcbench.workload.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.ipcbench.workload.codec.Document.Kind;

/**
 * The codecs on the class path, and what a user types of them: {@code json} for orders, {@code json:text} for texts. Nothing of them is loaded
 * before the first question about one.
 */
public final class Codecs {
    /** No codec: the suite's own messages, which have the asked size. */
    public static final String RAW = "raw";

    private static final String SEPARATOR = ":";

    private static final Kind<Order> ORDERS = new Kind<>(
            "", Order::new, Order::new, Codec::orders, (codec, bytes) -> codec.mostBytes(Order.positionsOf(bytes)));

    private static final Kind<TextDocument> TEXTS = new Kind<>(
            SEPARATOR + "text",
            TextDocument::new,
            TextDocument::new,
            Codec::texts,
            (codec, bytes) -> codec.mostTextBytes(TextDocument.bodyBytes(bytes)));

    private static final List<Kind<?>> KINDS = List.of(ORDERS, TEXTS);

    private Codecs() {}

    /** Looked for once. */
    private static final class Found {
        static final List<Codec> CODECS = found();

        private static List<Codec> found() {
            List<Codec> codecs = new ArrayList<>();
            ServiceLoader.load(Codec.class).forEach(codecs::add);
            codecs.sort(Comparator.comparingInt(Codec::order).thenComparing(Codec::id));
            return List.copyOf(codecs);
        }
    }

    /** All of them, in their order. */
    public static List<Codec> all() {
        return Found.CODECS;
    }

    /** The names that a user can type: each codec with each kind of documents. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of(RAW),
                        all().stream().flatMap(codec -> KINDS.stream().map(kind -> codec.id() + kind.label())))
                .toList();
    }

    /** The codec of this name; empty for none, and for one that is not on the class path. */
    public static Optional<Codec> named(String name) {
        String id = name.split(SEPARATOR, 2)[0];
        return all().stream().filter(codec -> codec.id().equals(id)).findFirst();
    }

    private static Kind<?> kind(String name) {
        return name.endsWith(TEXTS.label()) ? TEXTS : ORDERS;
    }

    /** An upper bound of the bytes of a message of this size, in bytes, that a codec writes. */
    public static int mostBytes(String name, int messageBytes) {
        return Document.isSize(messageBytes)
                ? named(name)
                        .map(codec -> kind(name).mostBytes().applyAsInt(codec, messageBytes))
                        .orElse(messageBytes)
                : messageBytes;
    }

    /**
     * The documents that messages of this size, in bytes, carry.
     *
     * @param isWhole whether every character of a long text is compared
     */
    public static Documents<?> documents(String name, int messageBytes, boolean isWhole) {
        Codec codec = named(name).orElseThrow(() -> new IllegalArgumentException("no codec " + name));
        return new Documents<>(codec, kind(name), messageBytes, isWhole);
    }

    /** The sum of all integers but the state of so many documents, from the one with this number on. */
    public static long sumOfIntegers(String name, int messageBytes, long first, long messages) {
        return Documents.sumOfIntegers(kind(name), messageBytes, first, messages);
    }
}
