package org.ipcbench.figure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/**
 * The common properties of cells that may be ranked against each other. Spinning and blocking transports are ranked
 * separately, and so are placements.
 *
 * @param question the question
 * @param placement the placement; empty if the run has only one
 * @param requestBytes size of a message or block, in bytes; 0 for calls of servers of users, which have no common size
 * @param offered the offered load, as text; empty for other questions, and for the rates of one cell side by side
 * @param shape what distinguishes its calls from plain ones, as text; empty if nothing does
 * @param waits how a waiting peer waits
 */
public record RankingGroup(
        Question question, String placement, int requestBytes, String offered, String shape, WaitStrategy waits)
        implements Comparable<RankingGroup> {
    /** Compares numbers as texts: shorter numbers are smaller. */
    private static final Comparator<String> BY_NUMBER =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    /**
     * The group of a cell.
     *
     * @param placed whether the run has several placements
     */
    public static RankingGroup of(CellResult result, boolean placed) {
        return new RankingGroup(
                result.cell().workload().question(),
                placed ? result.cell().placementName() : "",
                result.cell().hasSizes() ? result.cell().requestBytes() : 0,
                Dimension.RATE.text(result.cell()),
                shape(result.cell()),
                result.cell().transport().traits().waitStrategy());
    }

    private static String shape(Cell cell) {
        return Stream.of(Dimension.KINDS_OF_CALLS, Dimension.OF_RELAYS, Dimension.KINDS_OF_DEATHS)
                .flatMap(List::stream)
                .filter(dimension -> dimension.of(cell).isPresent())
                .map(dimension -> dimension.named(cell))
                .collect(Collectors.joining(", "));
    }

    /** The size of its messages, in words behind a comma; empty if they have no common one. */
    public String size() {
        return requestBytes == 0 ? "" : ", %d bytes".formatted(requestBytes);
    }

    /** The unit of its rates. */
    public String rateUnit() {
        return question == Question.CALLS ? "calls/s" : "messages/s";
    }

    /** The group of the same cells at all their rates. */
    RankingGroup atAnyRate() {
        return new RankingGroup(question, placement, requestBytes, "", shape, waits);
    }

    /** Whether its cells are one cell's rates, of which none is better than another. */
    public boolean isOfRates() {
        return question.hasGivenRate() && offered.isEmpty();
    }

    @Override
    public int compareTo(RankingGroup other) {
        return Comparator.comparing(RankingGroup::question)
                .thenComparing(RankingGroup::placement)
                .thenComparing(RankingGroup::requestBytes)
                .thenComparing(RankingGroup::offered, BY_NUMBER)
                .thenComparing(RankingGroup::shape, BY_NUMBER)
                .thenComparing(RankingGroup::waits)
                .compare(this, other);
    }

    /** How a waiting peer waits, in words. */
    public String waiting() {
        return switch (waits) {
            case BLOCKING -> "blocking wait";
            case SPINNING -> "spinning wait";
            case NONE -> "no second process";
        };
    }
}
