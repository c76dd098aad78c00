package org.ipcbench.results;

import java.util.List;
import java.util.Map;
import org.ipcbench.results.header.RunIdentity;

/** A run of tests. */
public final class SampleIdentity {
    public static final RunIdentity RUN = new RunIdentity(
            "6f1c2d3e-0000-4000-8000-000000000001",
            "0a1b2c3d",
            "4e5f6a7b",
            "0.1.0",
            "1234567",
            "2026-02-03T04:05:06Z",
            List.of("throughput", "-t", "tin-can"),
            Map.of("rack", "7"),
            List.of());

    private SampleIdentity() {}
}
