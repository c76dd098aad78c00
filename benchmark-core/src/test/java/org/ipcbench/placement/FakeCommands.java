package org.ipcbench.placement;

import java.io.IOException;
import org.ipcbench.placement.Placement.Place;

/**
 * Commands that nobody runs.
 *
 * @param cpus the CPUs to which they move
 * @param fault why they fail; empty where they work
 */
record FakeCommands(CpuSet cpus, String fault) implements PlacingCommands {

    static FakeCommands reaching(String list) {
        return new FakeCommands(CpuSet.parse(list), "");
    }

    static FakeCommands failing(String fault) {
        return new FakeCommands(CpuSet.of(0), fault);
    }

    @Override
    public CpuSet reachable() throws IOException {
        work();
        return cpus;
    }

    @Override
    public void attempt(Place place) throws IOException {
        work();
    }

    private void work() throws IOException {
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
    }

    @Override
    public void move(long threadId, CpuSet cpus) {
        throw new IllegalStateException("nothing runs here");
    }

    @Override
    public void moveAll(long processId, CpuSet cpus) {
        throw new IllegalStateException("nothing runs here");
    }
}
