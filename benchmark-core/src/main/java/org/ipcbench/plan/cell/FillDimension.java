package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.workload.message.Fill;
import org.ipcbench.workload.message.Payload;

/** What the bytes of a message hold that neither peer has to touch. */
final class FillDimension extends Setting<Fill> {
    FillDimension() {
        super("fill", "Fill", "fill", "", Fill.ZERO, Optional.empty());
    }

    @Override
    public Fill one(String text) {
        return Stream.of(Fill.values())
                .filter(fill -> fill.label().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not one of zero, random".formatted(text)));
    }

    @Override
    Object shown(Fill fill) {
        return fill.label();
    }

    @Override
    Optional<Obstacle> obstacle(Cell cell) {
        return cell.settings().get(this) != usual() && cell.workload().payload() == Payload.FULL
                ? Obstacle.unsupported("has no bytes to fill if each is touched; omit --fill")
                : Optional.empty();
    }

    @Override
    void write(Fill fill, JsonObject cell) {
        if (fill != usual()) {
            cell.addProperty(key(), fill.label());
        }
    }

    @Override
    Fill read(JsonObject cell) {
        return found(cell, key(), String.class).map(this::one).orElse(usual());
    }
}
