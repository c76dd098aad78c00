package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.advise.Candidates.Exclusion;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Feasibility;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private static final Transport STREAM = ListedTransport.of("stream");
    private static final Transport LOSSY = ListedTransport.lossy("lossy");
    private static final Transport SPINNING = with("spinning", WaitStrategy.SPINNING, Trait.IN_PLACE);
    private static final Transport COPYING = with("copying", WaitStrategy.BLOCKING, Trait.SHARED_MEMORY);
    private static final Transport SMALL = ListedTransport.upTo(64, "small", "raise it");
    private static final Transport ABSENT = ListedTransport.absent("absent", "no kernel for it", "get one");
    private static final Transport ALONE = ListedTransport.inProcess("alone");
    private static final List<Transport> ALL = List.of(STREAM, LOSSY, SPINNING, COPYING, SMALL, ABSENT, ALONE);

    private static final Optional<Obstacle> NO_BUFFER =
            Optional.of(new Obstacle(CellStatus.UNSUPPORTED, "has no configurable buffer; omit --buffer"));

    private static final Set<Demand> OF_ONE_CLIENT = EnumSet.complementOf(EnumSet.of(Demand.MANY_CLIENTS));

    private static Transport with(String id, WaitStrategy waits, Trait trait) {
        return new ListedTransport(id, Availability.available(), Traits.of(waits, trait));
    }

    private static Candidates of(List<Transport> transports, Set<Demand> demands) {
        return Candidates.of(transports, demands, TARGET, transport -> List.of(SampleCells.cell(transport, 800)));
    }

    private static List<String> ids(Candidates candidates) {
        return candidates.transports().stream().map(Transport::id).toList();
    }

    @Test
    void eachDemandExcludesThoseWhoseTraitsContradict() {
        assertThat(ids(of(ALL, Set.of(Demand.TWO_PROCESSES))))
                .containsExactly("stream", "lossy", "spinning", "copying");
        assertThat(ids(of(ALL, EnumSet.of(Demand.TWO_PROCESSES, Demand.EVERY_MESSAGE_IN_ORDER))))
                .containsExactly("stream", "spinning", "copying");
        assertThat(ids(of(ALL, EnumSet.of(Demand.TWO_PROCESSES, Demand.NO_SPIN))))
                .containsExactly("stream", "lossy", "copying");
        assertThat(ids(of(ALL, EnumSet.of(Demand.TWO_PROCESSES, Demand.ISOLATED))))
                .containsExactly("stream", "lossy");
        assertThat(ids(of(
                        List.of(STREAM, with("queue", WaitStrategy.BLOCKING, Trait.HIDES_DEATH)),
                        Set.of(Demand.NOTICED_DEATH))))
                .containsExactly("stream");
        assertThat(ids(of(List.of(STREAM, ListedTransport.shared("shared")), Set.of(Demand.MANY_CLIENTS))))
                .containsExactly("shared");
    }

    @Test
    void exclusionNamesEveryCauseWithTheLimitAndItsRemedy() {
        List<Exclusion> exclusions = of(ALL, OF_ONE_CLIENT).exclusions();

        assertThat(exclusions)
                .extracting(Exclusion::text)
                .containsExactly(
                        "lossy: may lose and reorder messages",
                        "spinning: keeps a CPU busy while it waits; both processes have memory in common",
                        "copying: both processes have memory in common",
                        "small: carries at most 64 bytes on this machine; raise it",
                        "absent: no kernel for it; get one",
                        "alone: works within one process only");
    }

    @Test
    void obstacleIsNotToldOfATransportThatADemandExcludes() {
        Exclusion.Cause demand =
                new Exclusion.Cause(Demand.EVERY_MESSAGE_IN_ORDER.label(), "may lose and reorder messages");
        Exclusion.Cause obstacle = new Exclusion.Cause("unsupported", "may lose messages");

        assertThat(new Exclusion("pigeon", List.of(demand, obstacle)).text())
                .isEqualTo("pigeon: may lose and reorder messages");
        assertThat(new Exclusion("pigeon", List.of(obstacle)).text()).isEqualTo("pigeon: may lose messages");
    }

    @Test
    void whereNobodyIsLeftTheDemandThatExcludesMostComesFirst() {
        assertThat(of(List.of(SPINNING, COPYING, LOSSY, SMALL), OF_ONE_CLIENT).lack())
                .hasValue(
                        "no candidate is left of 4; --leave-out shared-memory (2) excludes most, then --leave-out spinning (1),"
                                + " --sizes (1), every message in order (1); spinning: keeps a CPU busy while it waits; both processes have"
                                + " memory in common");
        assertThat(of(List.of(ABSENT), Set.of()).lack())
                .hasValue(
                        "no candidate is left of 1; unavailable (1) excludes most; absent: no kernel for it; get one");
        assertThat(of(ALL, Set.of()).lack()).isEmpty();
    }

    @Test
    void sizesAreToBlameIfTheLargestOfAMixIsTooLarge() {
        SizeMix mix = new SizeMix.Weighted(
                "mix:calls", List.of(new SizeMix.Weighted.Part(16, 99), new SizeMix.Weighted.Part(800, 1)));
        Workload calls = new PingPong(new Extent.Count(1), Shape.of(mix), Payload.TOUCHED);

        Candidates candidates = Candidates.of(
                List.of(SMALL),
                Set.of(),
                new Target(Shape.of(mix).requestBytes(), 1_000, 1_000).of(Shape.of(mix)),
                transport -> List.of(Cell.of(transport, calls)));

        assertThat(candidates.lack())
                .hasValue(
                        "no candidate is left of 1; --sizes (1) excludes most; small: carries at most 64 bytes on this"
                                + " machine, but 1.0 % of the requests of mix:calls have 800 bytes; raise it");
    }

    @Test
    void answerIsToBlameIfOnlyTheAnswerIsTooLarge() {
        Shape call = Shape.of(32).answeredBy(800);
        Workload calls = new PingPong(new Extent.Count(1), call, Payload.TOUCHED);

        Candidates candidates = Candidates.of(
                List.of(SMALL), Set.of(), TARGET.of(call), transport -> List.of(Cell.of(transport, calls)));

        assertThat(candidates.lack())
                .hasValue(
                        "no candidate is left of 1; --answer (1) excludes most; small: carries at most 64 bytes on this"
                                + " machine; raise it");
    }

    @Test
    void namedTransportThatIsNotAvailableIsLacking() {
        assertThat(of(ALL, Set.of()).lacksOneOf(List.of("stream", "small"))).isFalse();
        assertThat(of(ALL, Set.of()).lacksOneOf(List.of("stream", "absent"))).isTrue();
    }

    @Test
    void sizeIsToBlameOnlyWhereItIsTheObstacle() {
        Candidates candidates = Candidates.of(
                List.of(STREAM),
                Set.of(),
                TARGET,
                transport -> List.of(
                        SampleCells.cell(transport, 800).with(new Feasibility(NO_BUFFER, OptionalLong.empty()))));

        assertThat(candidates.lack())
                .hasValue("no candidate is left of 1; unsupported (1) excludes most; stream: has no configurable"
                        + " buffer; omit --buffer");
    }
}
