package org.ipcbench.report.html;

import java.util.regex.Pattern;

/** Groups of columns of {@code output.csv} that have separate tables; a column belongs to the first group that matches it. */
enum FigureGroup {
    LATENCY("Latencies", "(Min|Max)?Latency.*|Samples|ClockBoundNanos"),
    CPU("CPU time and memory", ".*Cpu(Seconds|NanosPer.*)|.*AllocatedBytes.*"),
    CLIENT("Client", "Client.*"),
    SERVER("Server", "Server.*"),
    MACHINE("Machine and distance", ".*Share"),
    RESULT("Rates, losses and verdict", ".*");

    private final String title;
    private final Pattern columns;

    FigureGroup(String title, String columns) {
        this.title = title;
        this.columns = Pattern.compile(columns);
    }

    String title() {
        return title;
    }

    /** The group of a column. */
    static FigureGroup of(String column) {
        for (FigureGroup group : values()) {
            if (group.columns.matcher(column).matches()) {
                return group;
            }
        }
        throw new IllegalStateException("the last group takes every column");
    }
}
