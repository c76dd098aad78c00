package org.ipcbench;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the full part tries by turns, because all of it would take too long: another share each day, so that after some days
 * everything has been tried. {@code -Dtests.day=N} repeats a day's share, and {@code -Dtests.day=all} tries everything.
 */
public final class Turns {
    private final boolean everything;
    private final long day;

    Turns(String chosen) {
        everything = chosen.equals("all");
        day = everything ? 0 : Long.parseLong(chosen);
    }

    /** The elements whose turn it is today. */
    public static Turns today() {
        long today = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        return new Turns(System.getProperty("tests.day", Long.toString(today)));
    }

    /** The elements of a later day, so that two lists of the same length do not go in step. */
    public Turns later(int days) {
        return everything ? this : new Turns(Long.toString(day + days));
    }

    /**
     * Turns that go on by one each time when all shares of so many days have been tried, to choose among several ways to try
     * what has its turn: with {@link #one} of today, some would meet the same ways for ever.
     */
    public Turns every(int days) {
        return everything ? this : new Turns(Long.toString(Math.floorDiv(day, days)));
    }

    /** A number that is another one each day. */
    public long day() {
        return day;
    }

    /** The one whose turn it is, or all of them if everything is tried. */
    public <T> List<T> one(Collection<T> all) {
        return share(all.size(), all);
    }

    /**
     * Those whose turn it is, or all of them if everything is tried.
     *
     * @param days after how many days each has had its turn; at most as many as there are, so that there is one each day
     */
    public <T> List<T> share(int days, Collection<T> all) {
        List<T> list = List.copyOf(all);
        return IntStream.range(0, list.size())
                .filter(index -> everything || (index + day) % days == 0)
                .mapToObj(list::get)
                .toList();
    }
}
