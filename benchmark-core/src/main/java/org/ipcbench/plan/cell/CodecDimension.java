package org.ipcbench.plan.cell;

import java.util.Locale;
import java.util.Optional;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.NearestName;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.codec.Order;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/** The codec that writes and reads requests and answers. */
final class CodecDimension extends TypedDimension<String> {
    CodecDimension() {
        super("codec", "Codec", "codec", "codec", "", Optional.empty());
    }

    @Override
    public String one(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        if (!Codecs.names().contains(name)) {
            throw new IllegalArgumentException(new NearestName(Codecs.names())
                    .refusal(name, " is not the name of a codec.", String.join(", ", Codecs.names())));
        }
        return name;
    }

    @Override
    public Optional<? extends Object> of(Cell cell) {
        return cell.workload().shape().filter(Shape::isCoded).map(Shape::codec);
    }

    /** Names the default, too, where there is a choice. */
    @Override
    public String text(Cell cell) {
        return cell.workload().shape().map(Shape::codec).orElse("");
    }

    @Override
    Optional<Obstacle> obstacle(Cell cell) {
        return cell.workload().shape().filter(Shape::isCoded).flatMap(shape -> obstacle(shape, cell));
    }

    private static Optional<Obstacle> obstacle(Shape shape, Cell cell) {
        if (shape.mix() != null) {
            return Obstacle.unsupported("objects of a codec have one size; use one size, or omit --codec");
        }
        if (shape.inFlight() > 1) {
            return Obstacle.unsupported("a call with a codec is split into its parts, one call after the other; omit"
                    + " --in-flight or --codec");
        }
        if (cell.clients().serving().isMultiplexed()) {
            return Obstacle.unsupported("one thread that serves several clients waits for messages of one size, which a"
                    + " codec's have not; omit --codec, or --clients and --server-model");
        }
        if (cell.workload().payload() == Payload.HEADER) {
            return Obstacle.unsupported("every field of an object is read; omit --payload header or --codec");
        }
        return Order.isSize(shape.requestBytes()) && Order.isSize(shape.answerBytes())
                ? Optional.empty()
                : Obstacle.unsupported("objects have %d bytes to %d before a codec writes them; use such a size, or omit --codec"
                        .formatted(Order.MIN_BYTES, Order.MAX_BYTES));
    }
}
