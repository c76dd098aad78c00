package org.ipcbench.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.figure.Ranking.RankingGroup;

/**
 * Who leads at which sizes or rates, in few words: where each leads if the places are few, else how often.
 *
 * @param places the sizes and rates in their order; at least two
 * @param leaders the names of the leaders at each of them, at least one
 */
public record Lead(List<RankingGroup> places, List<List<String>> leaders) {
    /** With more sections than this, the leaders alternate. */
    private static final int MAX_SECTIONS = 3;

    /** With more names than this, the others are counted. */
    private static final int MAX_NAMES = 4;

    public Lead {
        places = List.copyOf(places);
        leaders = List.copyOf(leaders);
    }

    /** Neighbouring places at which the same cell leads. */
    private record Section(String leader, int first, int last) {}

    public String text() {
        List<Section> sections = sections();
        return isAlongANumber() && sections.size() <= MAX_SECTIONS ? where(sections) : howOften();
    }

    /** The fewest sections that cover all places: from each beginning, the leader who leads farthest. */
    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        int next = 0;
        while (next < places.size()) {
            int first = next;
            Section farthest = leaders.get(first).stream()
                    .map(leader -> section(leader, first))
                    .max(Comparator.comparingInt(Section::last))
                    .orElseThrow();
            sections.add(farthest);
            next = farthest.last() + 1;
        }
        return sections;
    }

    private Section section(String leader, int first) {
        int last = first;
        while (last + 1 < places.size() && leaders.get(last + 1).contains(leader)) {
            last++;
        }
        return new Section(leader, first, last);
    }

    private String where(List<Section> sections) {
        return IntStream.range(0, sections.size())
                .mapToObj(i ->
                        "%s%s %s".formatted(sections.get(i).leader(), i == 0 ? leads() : "", range(sections.get(i))))
                .collect(Collectors.joining(", "));
    }

    private String range(Section section) {
        boolean begins = section.first() == 0;
        boolean ends = section.last() == places.size() - 1;
        String unit = vary(RankingGroup::requestBytes)
                ? " bytes"
                : " " + places.get(0).rateUnit();
        String first = number(section.first());
        String last = number(section.last()) + unit;
        if (begins && ends) {
            return vary(RankingGroup::requestBytes) ? "at every size" : "at every rate";
        }
        if (section.first() == section.last()) {
            return "at " + last;
        }
        if (begins) {
            return "up to " + last;
        }
        return ends ? "from %s%s on".formatted(first, unit) : "from %s to %s".formatted(first, last);
    }

    private String howOften() {
        Map<String, Long> times = leaders.stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()));
        List<Map.Entry<String, Long>> most = times.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        int shown = most.size() > MAX_NAMES ? MAX_NAMES - 1 : most.size();
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, Long> each : most.subList(0, shown)) {
            parts.add(
                    parts.isEmpty()
                            ? "%s%s at %d of %d %s"
                                    .formatted(each.getKey(), leads(), each.getValue(), places.size(), things())
                            : "%s at %d".formatted(each.getKey(), each.getValue()));
        }
        if (shown < most.size()) {
            parts.add("%d more at up to %d"
                    .formatted(most.size() - shown, most.get(shown).getValue()));
        }
        return String.join(", ", parts);
    }

    private String leads() {
        return leaders.stream().anyMatch(each -> each.size() > 1) ? " leads or shares the lead" : " leads";
    }

    /** What varies from place to place. */
    private String things() {
        return Stream.of(
                        vary(RankingGroup::requestBytes) ? "sizes" : "",
                        vary(RankingGroup::offered) ? "rates" : "",
                        vary(RankingGroup::shape) ? "shapes" : "")
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    /** Whether either the sizes or the rates differ, and nothing else does, so that a range of them has a meaning. */
    private boolean isAlongANumber() {
        return vary(RankingGroup::requestBytes) != vary(RankingGroup::offered) && !vary(RankingGroup::shape);
    }

    private String number(int place) {
        RankingGroup group = places.get(place);
        return vary(RankingGroup::requestBytes) ? Integer.toString(group.requestBytes()) : group.offered();
    }

    private boolean vary(Function<RankingGroup, Object> property) {
        return places.stream().map(property).distinct().count() > 1;
    }
}
