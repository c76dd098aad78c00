package org.ipcbench.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ipcbench.plan.cell.Cell;

/**
 * The order of measuring. Each round has one iteration of every measurable cell, shuffled anew, so that a drift of the machine
 * affects all cells.
 */
public final class RoundOrder {
    /** Number of rounds with baselines: the first and the last of the planned rounds, or the only one. */
    static final int BASELINE_ROUNDS = 2;

    private final Plan plan;
    private final Random random;

    public RoundOrder(Plan plan) {
        this.plan = plan;
        random = new Random(plan.seed());
    }

    /** The next round, with this number. */
    public List<Plan.Turn> round(int round) {
        List<Cell> cells = round == 1 ? cellsOfTheFirstRound() : plan.cells();
        List<Plan.Turn> turns = turns(cells, round, Plan.Part.PLANNED);
        if (round == 1 || round == plan.iterations()) {
            turns.addAll(turns(plan.baselines(), round, Plan.Part.BASELINE));
        }
        Collections.shuffle(turns, random);
        return turns;
    }

    /** The round with this number once more. */
    public List<Plan.Turn> repetition(int round) {
        List<Plan.Turn> turns = turns(plan.cells(), round, Plan.Part.REPETITION);
        Collections.shuffle(turns, random);
        return turns;
    }

    /** Further iterations of single cells, in their order. */
    public List<Plan.Turn> shuffled(List<Plan.Turn> further) {
        List<Plan.Turn> turns = new ArrayList<>(further);
        Collections.shuffle(turns, random);
        return turns;
    }

    private List<Cell> cellsOfTheFirstRound() {
        return plan.cells().stream()
                .filter(cell -> !plan.stopping().isDeferred(cell, plan.cells()))
                .toList();
    }

    private static List<Plan.Turn> turns(List<Cell> cells, int round, Plan.Part part) {
        List<Plan.Turn> turns = new ArrayList<>();
        for (Cell cell : cells) {
            if (cell.obstacle().isEmpty()) {
                turns.add(new Plan.Turn(cell, round, part));
            }
        }
        return turns;
    }
}
