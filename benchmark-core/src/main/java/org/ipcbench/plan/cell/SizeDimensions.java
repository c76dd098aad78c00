package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.Quantity;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/** The dimensions that are sizes, in bytes. */
final class SizeDimensions {
    private static final String RANGE = "..";
    private static final int DOUBLING = 2;

    private static final Quantity SIZE = new Quantity(
            "a size from %d byte to 1 GiB, such as 64, 4K or 1M".formatted(Cell.MIN_BYTES),
            Quantity.BYTE_UNITS,
            Cell.MIN_BYTES,
            Cell.MAX_BYTES,
            "%d byte and 1 GiB".formatted(Cell.MIN_BYTES));

    private SizeDimensions() {}

    private static int size(String text) {
        return (int) SIZE.read(text);
    }

    /** A size, or the sizes of a doubling range such as {@code 64..64K}. */
    private static List<Integer> sizes(String text) {
        int dots = text.indexOf(RANGE);
        if (dots < 0) {
            return List.of(size(text));
        }
        String from = text.substring(0, dots);
        String to = text.substring(dots + RANGE.length());
        if (from.isBlank() || to.isBlank()) {
            throw new IllegalArgumentException(
                    "'%s' lacks an end; give the smallest and the largest size, such as 64..64K".formatted(text));
        }
        int first = size(from);
        int last = size(to);
        if (last < first) {
            throw new IllegalArgumentException("'%s' runs backwards; give the smaller size first".formatted(text));
        }
        List<Integer> sizes = new ArrayList<>();
        for (long size = first; size <= last; size *= DOUBLING) {
            sizes.add((int) size);
        }
        return sizes;
    }

    /** Bytes of a question. */
    private abstract static class Bytes extends TypedDimension<Integer> {
        Bytes(String key, String csvColumn, String heading, String label) {
            super(key, csvColumn, heading, label, BYTES, Optional.empty());
        }

        @Override
        public Integer one(String text) {
            return size(text);
        }

        @Override
        List<Integer> several(String text) {
            return sizes(text);
        }
    }

    /** The size of messages. */
    static final class Size extends Bytes {
        Size() {
            super("sizeBytes", "PacketSize", BYTES, "size");
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return cell.hasSizes() ? Optional.of(cell.requestBytes()) : Optional.empty();
        }
    }

    /** The size of answers. */
    static final class Answer extends Bytes {
        Answer() {
            super("answerBytes", "AnswerSize", "answer", "answer");
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return cell.workload().shape().map(Shape::ownAnswerBytes).filter(bytes -> bytes != Shape.AS_REQUEST);
        }
    }

    /** The requested size of a transport's buffer. */
    static final class Buffer extends Setting<Integer> {
        Buffer() {
            super("bufferSizeBytes", "BufferSize", "buffer", BYTES, Cell.DEFAULT_BUFFER, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--buffer",
                    About.TRANSPORT,
                    "Comma-separated buffer sizes, such as 64K or 4K..1M, see docs/transports.md; a transport without a"
                            + " configurable buffer is unsupported (default: the transport's own)."));
        }

        @Override
        public Integer one(String text) {
            return size(text);
        }

        @Override
        List<Integer> several(String text) {
            return sizes(text);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return cell.bufferSizeBytes() != Cell.DEFAULT_BUFFER
                            && cell.transport().traits().buffer().isEmpty()
                    ? Obstacle.unsupported("has no configurable buffer; omit --buffer")
                    : Optional.empty();
        }

        @Override
        void write(Integer bytes, JsonObject cell) {
            cell.addProperty(key(), bytes);
        }

        @Override
        Integer read(JsonObject cell) {
            int bytes = in(cell, key(), Integer.class, Cell.DEFAULT_BUFFER);
            if (bytes < Cell.DEFAULT_BUFFER || bytes > Cell.MAX_BYTES) {
                throw new IllegalArgumentException("a cell has a number of %d".formatted(bytes));
            }
            return bytes;
        }
    }

    /** The sizes of requests that differ from call to call. */
    static final class Sizes extends Dimension {
        Sizes() {
            super("sizes", "Sizes", "sizes", "sizes", "", Optional.empty());
        }

        private static Optional<SizeMix> mix(Cell cell) {
            return cell.workload().shape().flatMap(shape -> Optional.ofNullable(shape.mix()));
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return mix(cell).map(SizeMix::label);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Optional<SizeMix> mix = mix(cell);
            Serving serving = cell.clients().serving();
            if (serving.isMultiplexed() && mix.isPresent()) {
                return Obstacle.unsupported(
                        "one thread that serves several clients waits for messages of one size; use one size, or %s"
                                .formatted(
                                        serving == Serving.QUEUE ? "omit --clients" : "omit --server-model selector"));
            }
            return cell.clients().number() > 1
                            && mix.filter(SizeMix.Trace.class::isInstance).isPresent()
                    ? Obstacle.unsupported("a trace is replayed by one client; omit --clients")
                    : Optional.empty();
        }
    }
}
