package org.ipcbench.cli.value;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.program.Plugins.FilePath;
import org.ipcbench.run.request.MixFile;
import org.ipcbench.text.Lists;
import org.ipcbench.text.Quantity;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/**
 * Sizes of requests: a list of sizes, or a mix of sizes that differ from call to call.
 *
 * @param bytes the sizes, in bytes; empty if there is a mix
 * @param mix the mix; empty if there are sizes
 */
public record RequestSizes(List<Integer> bytes, Optional<SizeMix> mix) {
    static RequestSizes parse(String text) throws IOException {
        Optional<SizeMix> mix = mixed(text);
        return mix.isPresent()
                ? new RequestSizes(List.of(), mix)
                : new RequestSizes(Dimension.SIZE.parse(text), Optional.empty());
    }

    /** A mix of sizes: weights or a trace in a file, or a lognormal distribution; empty if the text has neither form. */
    private static Optional<SizeMix> mixed(String text) {
        if (text.startsWith(SizeMix.Weighted.PREFIX)) {
            return Optional.of(mixFile(text, SizeMix.Weighted.PREFIX).weights());
        }
        if (text.startsWith(SizeMix.Trace.PREFIX)) {
            return Optional.of(mixFile(text, SizeMix.Trace.PREFIX).trace());
        }
        if (!text.startsWith(SizeMix.Lognormal.PREFIX)) {
            return Optional.empty();
        }
        String parameters = text.substring(SizeMix.Lognormal.PREFIX.length());
        List<String> values = parameters.isBlank() ? List.of() : Lists.split(parameters);
        if (values.size() != 2) {
            throw new IllegalArgumentException("'%s' is not %sMEDIAN,SIGMA, such as %s1K,1"
                    .formatted(text, SizeMix.Lognormal.PREFIX, SizeMix.Lognormal.PREFIX));
        }
        return Optional.of(new SizeMix.Lognormal(Dimension.SIZE.one(values.get(0)), sigma(values.get(1))));
    }

    private static MixFile mixFile(String text, String prefix) {
        String file = text.substring(prefix.length());
        if (file.isBlank()) {
            throw new IllegalArgumentException("'%s' lacks its file, such as %ssizes.txt".formatted(text, prefix));
        }
        return new MixFile(FilePath.parse(file), Dimension.SIZE::one);
    }

    private static double sigma(String text) {
        if (text.matches(Quantity.NUMBER)) {
            double sigma = Double.parseDouble(text);
            if (sigma > 0 && sigma <= SizeMix.Lognormal.MAX_SIGMA) {
                return sigma;
            }
        }
        throw new IllegalArgumentException("the standard deviation '%s' must be a number greater than 0 and up to %.0f"
                .formatted(text, SizeMix.Lognormal.MAX_SIGMA));
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
