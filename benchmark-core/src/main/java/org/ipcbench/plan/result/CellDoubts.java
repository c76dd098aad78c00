package org.ipcbench.plan.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.plan.cell.Obstacle;

/** The doubts about the result of a cell: from its measurements, and from the cell itself. */
final class CellDoubts {
    /** Above this share of a message's time, a cell measures a considerable part of the harness, too. */
    static final double MAX_HARNESS_SHARE = 0.1;

    private final CellResult result;

    CellDoubts(CellResult result) {
        this.result = result;
    }

    List<Reason> reasons() {
        return result.summary().map(this::ofFigures).orElseGet(() -> List.of(whyNoFigures()));
    }

    private List<Reason> ofFigures(Summary figures) {
        List<Reason> reasons = new ArrayList<>(figures.reasons());
        int planned = result.plannedIterations();
        if (result.hasFailures()) {
            reasons.add(new Reason(
                    Reason.Kind.FAILED_ITERATIONS,
                    "%d of %d iterations failed: %s".formatted(result.failures(), planned, result.firstFailure()),
                    Map.of("failed", (double) result.failures(), "planned", (double) planned),
                    ""));
        }
        if (figures.count() + result.failures() < planned) {
            reasons.add(new Reason(
                    Reason.Kind.INTERRUPTED,
                    "interrupted after %d of %d iterations".formatted(figures.count(), planned),
                    Map.of("measured", (double) figures.count(), "planned", (double) planned),
                    ""));
        }
        reasons.addAll(new CpuDoubts(result.cell(), figures).reasons());
        result.harnessShare().ifPresent(share -> {
            if (share > MAX_HARNESS_SHARE) {
                reasons.add(new Reason(
                        Reason.Kind.HARNESS_SHARE,
                        String.format(
                                Locale.ROOT,
                                "the same work without a transport takes %.0f %% of a message's time",
                                100 * share),
                        Map.of("share", share),
                        "compare with the transport null, or use larger messages (-s)"));
            }
        });
        return reasons;
    }

    private Reason whyNoFigures() {
        return switch (result.status()) {
            case MEASURED, NOT_REACHED -> throw new IllegalStateException("a measured cell has figures");
            case FAILED -> Reason.of(Reason.Kind.FAILED, result.firstFailure());
            case UNSUPPORTED -> Reason.of(Reason.Kind.UNSUPPORTED, obstacle());
            case UNAVAILABLE -> Reason.of(Reason.Kind.UNAVAILABLE, obstacle());
            case NOT_MEASURED -> Reason.of(Reason.Kind.NOT_MEASURED, "interrupted before it was measured");
        };
    }

    private String obstacle() {
        return result.cell().obstacle().map(Obstacle::reason).orElseThrow();
    }
}
