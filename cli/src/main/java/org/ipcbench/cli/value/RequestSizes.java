package org.ipcbench.cli.value;

import java.util.List;
import java.util.Optional;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/**
 * Sizes of requests: a list of sizes, or a mix of sizes that differ from call to call.
 *
 * @param bytes the sizes, in bytes; empty if there is a mix
 * @param mix the mix; empty if there are sizes
 */
public record RequestSizes(List<Integer> bytes, Optional<SizeMix> mix) {
    static RequestSizes parse(String text) {
        Optional<SizeMix> mix = Quantity.mix(text);
        return mix.isPresent()
                ? new RequestSizes(List.of(), mix)
                : new RequestSizes(Quantity.sizes(text), Optional.empty());
    }

    /** The trace, if the mix is one. */
    public Optional<SizeMix.Trace> trace() {
        return mix.filter(SizeMix.Trace.class::isInstance).map(SizeMix.Trace.class::cast);
    }

    /** Plain calls of these sizes. */
    public List<Shape> calls() {
        return mix.map(sizes -> List.of(Shape.of(sizes)))
                .orElseGet(() -> bytes.stream().map(Shape::of).toList());
    }
}
