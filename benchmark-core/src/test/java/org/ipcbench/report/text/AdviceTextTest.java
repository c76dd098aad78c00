package org.ipcbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.advise.Advice;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.advise.MadeUpTrial;
import org.ipcbench.advise.RunTrials.Agreed;
import org.ipcbench.advise.RunTrials.Beside;
import org.ipcbench.advise.RunTrials.CallWithin;
import org.ipcbench.advise.RunTrials.CodecPart;
import org.ipcbench.advise.Target;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.advise.Trial;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.text.JudgementText.RateText;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdviceTextTest {
    private static final String COMMAND = "ipcbench advise --size 800 --rate 50K --p99 200us";

    private static final Advice ADVICE = Advice.of(
            TARGET,
            List.of(
                    MadeUpTrial.of("cheap", 84, 4.1),
                    MadeUpTrial.of("fast", 31, 5.02),
                    MadeUpTrial.of("late", 250, 3),
                    MadeUpTrial.of("near", 190, 2),
                    MadeUpTrial.slow("slow", 30_600),
                    Trial.without("broken", "broken", "died")));

    private static List<String> lines(Advice advice, Change... changes) {
        return lines(Locale.ENGLISH, advice, changes);
    }

    private static List<String> lines(Locale locale, Advice advice, Change... changes) {
        return new AdviceText(locale)
                .of(
                        advice,
                        List.of(changes),
                        Beside.NOTHING,
                        List.of(
                                new Exclusion(
                                        "spin",
                                        List.of(new Exclusion.Cause("--leave-out spinning", "keeps a CPU busy"))),
                                new Exclusion("absent", List.of(new Exclusion.Cause("unavailable", "not here")))),
                        COMMAND)
                .lines()
                .toList();
    }

    @Test
    void headingHasTheSettingsOfAllCandidates() {
        Cell cell = SampleCells.cell(ListedTransport.of("post"), 800)
                .with(Dimension.IDLE, 1000)
                .with(Dimension.LISTENER, 4);
        Beside beside = new Beside(
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(new Agreed(Dimension.IDLE, cell), new Agreed(Dimension.LISTENER, cell)));

        assertThat(new AdviceText(Locale.ENGLISH).of(ADVICE, List.of(), beside, List.of(), COMMAND))
                .containsPattern("below .* each, idle 1000, listener one:4");
        assertThat(new AdviceText(Locale.GERMAN).of(ADVICE, List.of(), beside, List.of(), COMMAND))
                .contains(", 1000 ruhende Verbindungen, Listener one:4");
    }

    @Test
    void callWithinOneProcessIsTheLastSentence() {
        Advice advice = Advice.of(TARGET, List.of(MadeUpTrial.slow("slow", 30_600)));
        Beside within = Beside.NOTHING.with(Optional.of(new CallWithin(50_300, "slow", 62_040)));

        assertThat(new AdviceText(Locale.ENGLISH).sentences(advice, List.of(), within))
                .last()
                .isEqualTo(
                        "Within one process, the call takes 50.3 us at the median, as a method call; over slow it takes"
                                + " 62.0 us.");
        assertThat(new AdviceText(Locale.GERMAN).sentences(advice, List.of(), within))
                .last()
                .asString()
                .startsWith("Innerhalb eines Prozesses dauert der Aufruf im Median 50,3 us");
    }

    @Test
    void codecIsWeighedAgainstTheTransport() {
        Advice advice = Advice.of(TARGET, List.of(MadeUpTrial.slow("slow", 30_600)));
        Beside codec = new Beside(
                Optional.empty(), List.of(), Optional.of(new CodecPart("slow", "json:text", 41, 33)), List.of());

        assertThat(new AdviceText(Locale.ENGLISH).sentences(advice, List.of(), codec))
                .last()
                .isEqualTo(
                        "Of the 41.0 us of a call over slow, 33.0 are json:text (80 %): another transport saves at most"
                                + " the other 8.00 us.");
        assertThat(new AdviceText(Locale.GERMAN).sentences(advice, List.of(), codec))
                .last()
                .asString()
                .startsWith("Von den 41,0 us eines Aufrufs über slow entfallen 33,0 auf json:text (80 %)");
    }

    private static Change at(Target conditions, Trial... trials) {
        return Change.of("cheap", Advice.of(conditions, List.of(trials)));
    }

    @Test
    void sentencesSayWhatToTakeWhatItCostsAndWhatWouldChangeIt() {
        Change twice =
                at(TARGET.twiceAsOften().orElseThrow(), MadeUpTrial.of("cheap", 900, 4), MadeUpTrial.of("fast", 40, 5));
        Change larger = at(TARGET.tenTimesAsLarge().orElseThrow(), MadeUpTrial.of("cheap", 90, 4));

        assertThat(lines(ADVICE, twice, larger))
                .startsWith(
                        "Take cheap: at 50K messages a second, 800 bytes each, its p99 is 84.0 us, below 200.0 us.",
                        "By p99: fast 31.0 us, cheap 84.0 us, near 190.0 us, late 250.0 us.",
                        "A message costs 4.10 us of CPU over all processes, 21 % of one CPU; the next is fast with"
                                + " 5.02 us (p99 31.0 us), which costs more.",
                        "At 100K/s fast takes over; at 8000 bytes the answer stays.",
                        "Repeat with: " + COMMAND);
    }

    @Test
    void delayedAcknowledgementsAreNamedWithTheCandidatesThatWaitedForThem() {
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        MadeUpTrial.of("cheap", 84, 4.1),
                        MadeUpTrial.of("tcp, socket nagle", 40_100, 3).delayed(0.04),
                        MadeUpTrial.of("tcp, writes 2", 40_100, 3).delayed(0.98)));

        assertThat(lines(advice).get(2))
                .isEqualTo(
                        "Messages waited for acknowledgements that TCP delays by 40 ms (Nagle's algorithm): tcp, writes 2 (98 %),"
                                + " tcp, socket nagle (4 %); --socket nodelay sends at once.");
        assertThat(lines(Locale.GERMAN, advice).get(2))
                .startsWith("Nachrichten warteten auf Bestätigungen, die TCP um 40 ms verzögert")
                .contains("tcp, socket nagle (4 %)");
        assertThat(lines(ADVICE)).noneMatch(line -> line.contains("acknowledgements"));
    }

    @Test
    void recommendedTransportThatHidesADeathSaysSo() {
        Traits hiding = Traits.of(WaitStrategy.BLOCKING, Trait.HIDES_DEATH);
        Advice advice =
                Advice.of(TARGET, List.of(MadeUpTrial.of("cheap", 84, 4.1).over(hiding)));

        assertThat(lines(advice))
                .contains(
                        "cheap never tells that the other process was killed; --notice-death 1s leaves such transports out.");
        assertThat(lines(Locale.GERMAN, advice)).anyMatch(line -> line.startsWith("cheap meldet nie, dass"));
        assertThat(lines(ADVICE)).noneMatch(line -> line.contains("--notice-death"));
    }

    @Test
    void theNextOneSaysWhyItIsNotTheFirst() {
        Trial best = MadeUpTrial.of("best", 84, 4.1);

        assertThat(next(best, MadeUpTrial.of("dear", 31, 5.02)))
                .endsWith("dear with 5.02 us (p99 31.0 us), which costs more.");
        assertThat(next(best, MadeUpTrial.of("near", 103, 3.9)))
                .as("the other choice")
                .endsWith("; no other candidate certainly meets the target.");
        assertThat(next(best, MadeUpTrial.unrepeated("new", 31, 3.9)))
                .endsWith("(p99 31.0 us): equally cheap (within 1.1×), but it has fewer than three iterations.");
        assertThat(next(best)).endsWith("; no other candidate certainly meets the target.");
    }

    /** The sentence about the cost, which ends with the next candidate. */
    private static String next(Trial... trials) {
        return lines(Advice.of(TARGET, List.of(trials))).get(2);
    }

    @Test
    void callsAreToldApartFromTheServersWork() {
        Target calls = TARGET.of(Shape.of(800).answeredBy(4_000).worked(new Work(Work.Kind.BUSY, 75_000)));
        Advice advice = Advice.of(
                calls,
                List.of(
                        MadeUpTrial.called("cheap", 90, 100_900, 101_000, 101_100),
                        MadeUpTrial.called("fast", 95, 99_900, 100_000, 100_100)));
        Change larger = at(calls.tenTimesAsLarge().orElseThrow(), MadeUpTrial.of("cheap", 90, 4));

        assertThat(lines(advice, larger))
                .startsWith(
                        "Take cheap or fast, which cost the same (within 1.1×): at 50K calls a second, 800 bytes each, answers of"
                                + " 4000 bytes, 75.0 us of work, each has its p99 below 200.0 us.",
                        "By p99: cheap 1.00 us, fast 1.00 us.",
                        "A call costs 90.0 us of CPU over all processes, the server's work included, 450 % of one CPU; no other"
                                + " candidate certainly meets the target.",
                        "A call takes 101.0 us (p50), within one process 75.0 us (--work); which transport it takes"
                                + " hardly matters here: the medians of fast, cheap differ by 0.6 to 1.3 % of a call.",
                        "At 8000 bytes with answers of 40000 bytes the answer stays.")
                .anyMatch(line -> line.startsWith("round trip, p99 below 200.0 us at 50K calls a second"));
        assertThat(lines(Locale.GERMAN, advice, larger))
                .startsWith(
                        "Empfehlung: cheap oder fast, die gleich viel kosten (bis auf das 1,1-fache). Bei 50K Aufrufen pro Sekunde"
                                + " mit je 800 Bytes und Antworten von 4000 Bytes und 75,0 us Arbeit liegt p99 bei jedem unter"
                                + " 200,0 us.",
                        "Nach p99: cheap 1,00 us, fast 1,00 us.")
                .anyMatch(
                        line -> line.startsWith("Ein Aufruf dauert 101,0 us (p50), innerhalb eines Prozesses 75,0 us"));
    }

    @Test
    void sizesOfAMixAreNamedByTheirLabel() {
        Shape mixed = Shape.of(new SizeMix.Lognormal(600, 1));
        Target calls = new Target(mixed.requestBytes(), 50_000, 200_000).of(mixed);
        Advice advice = Advice.of(calls, List.of(MadeUpTrial.of("cheap", 84, 4.1)));
        Advice answered = Advice.of(
                calls.of(mixed.answeredBy(64)),
                advice.ranked().stream().map(Judgement::trial).toList());

        assertThat(lines(advice))
                .startsWith(
                        "Take cheap: at 50K calls a second, sizes lognormal:600,1, answers of the same sizes, its p99 is"
                                + " 84.0 us, below 200.0 us.");
        assertThat(lines(answered))
                .contains(
                        "round trip, p99 below 200.0 us at 50K calls a second, sizes lognormal:600,1, answers of 64 bytes:");
        assertThat(lines(Locale.GERMAN, advice))
                .startsWith(
                        "Empfehlung: cheap. Bei 50K Aufrufen pro Sekunde mit Größen nach lognormal:600,1 und ebenso großen"
                                + " Antworten beträgt p99 84,0 us und liegt unter 200,0 us.");
    }

    @Test
    void tableSaysOfEveryCandidateWhy() {
        assertThat(lines(ADVICE).subList(6, lines(ADVICE).size()))
                .containsExactly(
                        "one way, p99 below 200.0 us at 50K messages a second, 800 bytes each:",
                        "+-----------+--------+--------+--------+---------+--------------------------------------------------------------------------------+",
                        "| candidate | p50 us | p99 us | CPU ns | verdict | answer                                                                         |",
                        "+-----------+--------+--------+--------+---------+--------------------------------------------------------------------------------+",
                        "| cheap     |   21.0 |   84.0 |   4100 | valid   | take it                                                                        |",
                        "| fast      |   7.75 |   31.0 |   5020 | valid   | meets it, 6.5× below the limit                                                 |",
                        "| near      |   47.5 |  190.0 |   2000 | valid   | p99 190.0 us, too close to 200.0 us to tell (0.2 to 1.5 % of the messages are  |",
                        "|           |        |        |        |         | later than that)                                                               |",
                        "| late      |   62.5 |  250.0 |   3000 | valid   | p99 250.0 us, above 200.0 us                                                   |",
                        "| slow      | 1250.0 | 5000.0 |   9000 | valid   | not reached, 30.6K of 50K                                                      |",
                        "| broken    |        |        |        |         | died                                                                           |",
                        "+-----------+--------+--------+--------+---------+--------------------------------------------------------------------------------+",
                        "not measured: spin: keeps a CPU busy",
                        "not measured: absent: not here");
    }

    @Test
    void percentilesHaveTheirIntervals() {
        Advice advice = Advice.of(
                TARGET, List.of(MadeUpTrial.wide("known", 84, 80, 90, 4), MadeUpTrial.wide("wide", 150, 48, 484, 9)));
        Target calls = TARGET.of(Shape.of(800));
        Advice called = Advice.of(calls, List.of(MadeUpTrial.called("called", 90, 100_000, 101_000, 102_000)));

        assertThat(lines(advice))
                .anyMatch(line -> line.matches("\\| known .*\\| +84\\.0 ± 5\\.0 \\|.*"))
                .anyMatch(line -> line.matches("\\| wide .*\\| +150 \\(48-484\\) \\|.*"));
        assertThat(lines(called)).anyMatch(line -> line.matches("\\| called .*\\| +101 ± 2 \\|.*"));
    }

    @Test
    void germanReadersGetSentencesAndTableInGerman() {
        Change twice =
                at(TARGET.twiceAsOften().orElseThrow(), MadeUpTrial.of("cheap", 900, 4), MadeUpTrial.of("fast", 40, 5));
        Change larger = at(TARGET.tenTimesAsLarge().orElseThrow(), MadeUpTrial.of("cheap", 90, 4));

        assertThat(lines(Locale.GERMANY, ADVICE, twice, larger))
                .containsExactly(
                        "Empfehlung: cheap. Bei 50K Nachrichten von 800 Bytes pro Sekunde beträgt p99 84,0 us und liegt unter"
                                + " 200,0 us.",
                        "Nach p99: fast 31,0 us, cheap 84,0 us, near 190,0 us, late 250,0 us.",
                        "Jede Nachricht kostet 4,10 us CPU-Zeit in allen Prozessen zusammen, das sind 21 % einer CPU; der"
                                + " nächste ist fast mit 5,02 us (p99 31,0 us), der mehr kostet.",
                        "Bei 100K/s übernimmt fast; bei 8000 Bytes bleibt die Antwort.",
                        "Wiederholen mit: " + COMMAND,
                        "",
                        "eine Richtung, p99 unter 200,0 us bei 50K Nachrichten von 800 Bytes pro Sekunde:",
                        "+----------+--------+--------+--------+--------+--------------------------------------------------------------------------------+",
                        "| Kandidat | p50 us | p99 us | CPU ns | Urteil | Antwort                                                                        |",
                        "+----------+--------+--------+--------+--------+--------------------------------------------------------------------------------+",
                        "| cheap    |   21,0 |   84,0 |   4100 | valid  | Empfehlung                                                                     |",
                        "| fast     |   7,75 |   31,0 |   5020 | valid  | erreicht es, um das 6,5-Fache unter der Grenze                                 |",
                        "| near     |   47,5 |  190,0 |   2000 | valid  | p99 190,0 us, zu nahe an 200,0 us für eine Antwort (0,2 bis 1,5 % der          |",
                        "|          |        |        |        |        | Nachrichten sind später)                                                       |",
                        "| late     |   62,5 |  250,0 |   3000 | valid  | p99 250,0 us, über 200,0 us                                                    |",
                        "| slow     | 1250,0 | 5000,0 |   9000 | valid  | nicht erreicht, 30.6K von 50K                                                  |",
                        "| broken   |        |        |        |        | died                                                                           |",
                        "+----------+--------+--------+--------+--------+--------------------------------------------------------------------------------+",
                        "nicht gemessen: spin: belegt beim Warten eine CPU",
                        "nicht gemessen: absent: not here");
    }

    @Test
    void germanReadersLearnWhatCannotBeTold() {
        Change close = at(TARGET.twiceAsOften().orElseThrow(), MadeUpTrial.of("cheap", 199, 4));
        Change nobody = at(TARGET.tenTimesAsLarge().orElseThrow(), MadeUpTrial.of("cheap", 900, 4));
        Advice near = Advice.of(TARGET, List.of(MadeUpTrial.unrepeated("near", 150, 1)));

        assertThat(lines(Locale.GERMANY, ADVICE, close, nobody))
                .contains(
                        "Bei 100K/s liegt cheap zu nahe an der Grenze für eine Antwort; bei 8000 Bytes verfehlt cheap das"
                                + " Ziel.");
        assertThat(lines(Locale.GERMANY, near))
                .startsWith(
                        "Keiner hat sein p99 sicher unter 200,0 us bei 50K Nachrichten von 800 Bytes pro Sekunde, denn"
                                + " am nächsten kommt near (einmal gemessen): p99 150,0 us, zu nahe an 200,0 us für eine Antwort (weniger als drei"
                                + " Iterationen). Mehr Iterationen (-i 10) können es klären.");
    }

    @Test
    void whatCannotBeToldIsSaid() {
        Change close = at(TARGET.twiceAsOften().orElseThrow(), MadeUpTrial.of("cheap", 199, 4));
        Change nobody = at(
                TARGET.tenTimesAsLarge().orElseThrow(),
                MadeUpTrial.of("cheap", 900, 4),
                MadeUpTrial.of("fast", 900, 4));
        Change again = at(TARGET, MadeUpTrial.of("cheap", 900, 4), MadeUpTrial.of("fast", 31, 5));
        Change same = at(TARGET, MadeUpTrial.of("cheap", 90, 4));

        assertThat(lines(ADVICE, close, nobody))
                .contains(
                        "At 100K/s cheap is too close to the limit to tell; at 8000 bytes none of cheap, fast meets the"
                                + " target.");
        assertThat(lines(ADVICE, again)).contains("In a second measurement fast was the better choice.");
        assertThat(lines(ADVICE, same)).contains("What would change the answer was not measured.");
    }

    @Test
    void measurementThatFailedIsNoMiss() {
        Change failed = at(TARGET.twiceAsOften().orElseThrow(), Trial.without("cheap", "cheap", "the server died"));

        assertThat(lines(ADVICE, failed))
                .contains("At 100K/s cheap could not be measured, and no other candidate certainly meets the target.");
        assertThat(lines(Locale.GERMANY, ADVICE, failed))
                .contains(
                        "Bei 100K/s war cheap nicht zu messen, und kein anderer Kandidat erreicht das Ziel mit Sicherheit.");
    }

    @Test
    void percentileThatIsNotToldHasItsCause() {
        Trial.Figures figures = MadeUpTrial.of("few", 20, 4).figures().orElseThrow();
        Trial.Figures untold = MadeUpTrial.figures(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                0,
                figures.offeredPerSecond(),
                figures.achievedPerSecond(),
                figures.cpuNanosPerMessage(),
                figures.iterations(),
                Verdict.Level.SUSPECT);
        Advice advice = Advice.of(
                TARGET,
                List.of(
                        Trial.of("few", "few", untold),
                        new Trial("clocks", "clocks", Optional.of(untold), true, 0, false, "")));

        assertThat(lines(advice))
                .anyMatch(line -> line.matches("\\| few .* p99 not known: fewer than ten messages beyond it; .*"))
                .anyMatch(line ->
                        line.matches("\\| clocks .* p99 not known: the peers' clocks are not proven to be one .*"));
        assertThat(lines(Locale.GERMAN, advice))
                .anyMatch(line -> line.matches("\\| clocks .* p99 unbekannt: es ist nicht bewiesen, dass .*"));
    }

    @Test
    void differenceThatMayMatterIsTheMostThatItMayBe() {
        Advice advice = Advice.of(
                TARGET.of(Shape.of(800).answeredBy(4_000).worked(new Work(Work.Kind.BUSY, 75_000))),
                List.of(
                        MadeUpTrial.called("cheap", 90, 97_000, 100_000, 103_000),
                        MadeUpTrial.called("fast", 95, 90_000, 97_000, 104_000)));

        assertThat(lines(advice))
                .anyMatch(line ->
                        line.matches(".*; another transport may change little, or up to \\d+ % of the call: the medians"
                                + " of fast, cheap differ by that much at most\\."));
    }

    @Test
    void stallsOfTheMachineAreNamedWhereTheyDecide() {
        Advice advice = Advice.of(
                TARGET, List.of(MadeUpTrial.stalled("good", 400, 0.5, 3), MadeUpTrial.stalled("unclear", 900, 1, 1)));

        assertThat(lines(advice).get(0))
                .isEqualTo("Take good: at 50K messages a second, 800 bytes each, it stays below 200.0 us but for the"
                        + " machine's own stalls (1.0 % of the time); its p99 is 400.0 us.");
        assertThat(lines(advice))
                .anyMatch(
                        line -> line.matches(
                                "\\| unclear .* p99 900\\.0 us, above 200\\.0 us perhaps by the machine's stalls \\(1\\.0 %\\) .*"));
        assertThat(lines(Locale.GERMANY, advice))
                .anyMatch(line -> line.contains("über 200,0 us vielleicht durch Stillstände der Maschine (1,0 %)"))
                .anyMatch(line ->
                        line.startsWith("Empfehlung: good. Bei 50K Nachrichten von 800 Bytes pro Sekunde bleibt es"
                                + " unter 200,0 us, abgesehen von den Stillständen der Maschine (1,0 % der Zeit);"));
        Advice second =
                Advice.of(TARGET, List.of(MadeUpTrial.of("plain", 20, 2), MadeUpTrial.stalled("good", 400, 0.5, 3)));
        assertThat(lines(second))
                .anyMatch(
                        line -> line.matches(
                                "\\| good .* meets it but for the machine's stalls \\(1\\.0 % of the time\\), p99 400\\.0 us .*"));
    }

    /** The share of late messages has an interval that the stalls make wide. */
    @Test
    void p99BelowTheLimitThatOnlyStallsMakeUncertainIsNotTakenForOneAbove() {
        Advice advice =
                Advice.of(TARGET, List.of(MadeUpTrial.of("plain", 20, 2), MadeUpTrial.stalled("good", 195, 0.5, 3)));
        Advice alone = Advice.of(TARGET, List.of(MadeUpTrial.stalled("good", 195, 0.5, 3)));

        assertThat(String.join("", lines(advice)).replaceAll("[ |]+", " "))
                .contains(
                        "p99 195.0 us, but its interval reaches too far for certainty; without the machine's stalls it"
                                + " meets it");
        assertThat(lines(alone).get(0))
                .isEqualTo("Take good: at 50K messages a second, 800 bytes each, its p99 is 195.0 us, below 200.0 us,"
                        + " which is certain only without the machine's stalls (1.0 % of the time).");
        assertThat(lines(Locale.GERMANY, alone).get(0))
                .endsWith("beträgt p99 195,0 us und liegt unter 200,0 us; sicher ist das nur ohne die Stillstände der"
                        + " Maschine (1,0 % der Zeit).");
    }

    @Test
    void secondMeasurementIsToldIfItContradicts() {
        Change again = at(TARGET, MadeUpTrial.of("cheap", 900, 4), MadeUpTrial.unrepeated("fast", 31, 5));
        Change open = at(TARGET, MadeUpTrial.unrepeated("cheap", 150, 4));

        assertThat(lines(ADVICE, again))
                .contains("In a second measurement fast (measured once) was the better choice.")
                .first()
                .asString()
                .startsWith("Take cheap: at 50K messages");
        assertThat(lines(Locale.GERMANY, ADVICE, again))
                .contains("In einer zweiten Messung war fast (einmal gemessen) die bessere Wahl.");
        assertThat(lines(ADVICE, open))
                .as("one iteration, which tells nothing")
                .contains("What would change the answer was not measured.");
    }

    @Test
    void machineThatStallsIsTheReasonIfNothingIsCertain() {
        Trial unclear = MadeUpTrial.stalled("unclear", 900, 1, 1);
        Trial other = MadeUpTrial.stalled("other", 700, 1, 2);

        assertThat(lines(Advice.of(TARGET, List.of(unclear, other))))
                .startsWith(
                        "None certainly has its p99 below 200.0 us at 50K messages a second, 800 bytes each, because this"
                                + " machine stalls 1.0 % of the time, up to 4.00 ms; a quieter one may decide it. The cheapest that may be below the limit: unclear.",
                        "By p99: other 700.0 us, unclear 900.0 us.");
    }

    @Test
    void callsThatAreTooLateAreCalledCalls() {
        Target calls = TARGET.of(Shape.of(800));

        assertThat(lines(Advice.of(calls, List.of(MadeUpTrial.of("near", 190, 2)))))
                .anyMatch(line ->
                        line.contains("too close to 200.0 us to tell (0.2 to 1.5 % of the calls are later than that)"));
        assertThat(lines(Locale.GERMANY, Advice.of(calls, List.of(MadeUpTrial.of("near", 190, 2)))))
                .anyMatch(line -> line.contains("(0,2 bis 1,5 % der Aufrufe sind später)"));
    }

    @Test
    void whereNobodyReachesTheTargetTheNearestIsNamed() {
        Advice late = Advice.of(TARGET, List.of(MadeUpTrial.of("later", 400, 1), MadeUpTrial.of("late", 250, 3)));
        Advice close = Advice.of(TARGET, List.of(MadeUpTrial.unrepeated("near", 150, 1)));

        assertThat(lines(late))
                .startsWith(
                        "None certainly has its p99 below 200.0 us at 50K messages a second, 800 bytes each, because the"
                                + " nearest is late: p99 250.0 us, above 200.0 us.",
                        "By p99: late 250.0 us, later 400.0 us.");
        assertThat(lines(close).get(0))
                .endsWith(
                        "the nearest is near (measured once): p99 150.0 us, too close to 200.0 us to tell (fewer than three iterations)."
                                + " More iterations (-i 10) may tell.");
    }

    @Test
    void onlyCandidateAndDoubtfulFiguresAreNamedAsSuch() {
        Trial.Figures figures = MadeUpTrial.of("alone", 20, 4).figures().orElseThrow();
        Trial doubtful = Trial.of(
                "alone",
                "alone",
                MadeUpTrial.figures(
                        OptionalDouble.of(1),
                        figures.p99Nanos(),
                        figures.late(),
                        figures.stalledShare(),
                        figures.offeredPerSecond(),
                        figures.achievedPerSecond(),
                        figures.cpuNanosPerMessage(),
                        figures.iterations(),
                        Verdict.Level.SUSPECT));

        List<String> lines = lines(Advice.of(TARGET, List.of(doubtful)));

        assertThat(lines.get(0)).startsWith("Take alone (suspect): ");
        assertThat(lines.get(2)).endsWith("; no other candidate certainly meets the target.");
    }

    @ParameterizedTest
    @CsvSource({"999.4,999", "999.6,1K", "50000,50K", "61234,61.2K", "999600,1M", "2500000,2.5M", "1e9,1000M", "7,7"})
    void ratesAreWrittenAsTheyAreTyped(double perSecond, String text) {
        assertThat(new RateText(perSecond).text()).isEqualTo(text);
    }
}
