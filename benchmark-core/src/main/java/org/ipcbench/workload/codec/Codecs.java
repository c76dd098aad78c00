package org.ipcbench.workload.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The codecs on the class path. Nothing of them is loaded before the first question about one. */
public final class Codecs {
    /** No codec: the suite's own messages, which have the asked size. */
    public static final String RAW = "raw";

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

    /** The names that a user can type. */
    public static List<String> names() {
        return Stream.concat(Stream.of(RAW), all().stream().map(Codec::id)).toList();
    }

    /** The codec with this name; empty for none, and for one that is not on the class path. */
    public static Optional<Codec> named(String id) {
        return id.equals(RAW)
                ? Optional.empty()
                : all().stream().filter(codec -> codec.id().equals(id)).findFirst();
    }

    /** An upper bound of the bytes of a message of this size, in bytes, that a codec writes. */
    public static int mostBytes(String id, int messageBytes) {
        return Order.isSize(messageBytes)
                ? named(id)
                        .map(codec -> codec.mostBytes(Order.positionsOf(messageBytes)))
                        .orElse(messageBytes)
                : messageBytes;
    }
}
