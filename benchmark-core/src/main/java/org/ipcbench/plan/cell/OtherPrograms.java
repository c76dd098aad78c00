package org.ipcbench.plan.cell;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * What other programs can measure, as they report: messages of one size, of one client.
 *
 * @param prefixes the peers' programs, which have been asked
 */
public record OtherPrograms(Prefixes prefixes) {

    /** Why one of the programs cannot measure a cell; empty if both can. */
    public Optional<String> obstacle(Cell cell) {
        return firstOf(prefix -> obstacle(prefix, cell));
    }

    /** Why one of the programs does not speak the cell's codec, which is told before what the codec asks of the cell; empty if both do. */
    public Optional<String> obstacleToCodec(Cell cell) {
        return cell.workload()
                .shape()
                .filter(Shape::isCoded)
                .flatMap(shape -> firstOf(prefix -> prefix.lackOfCodec(shape.codec())));
    }

    private Optional<String> firstOf(Function<Prefix, Optional<String>> lack) {
        return Stream.of(Role.SERVER, Role.CLIENT)
                .flatMap(role -> lack.apply(prefixes.of(role)).map(text -> named(role, text)).stream())
                .findFirst();
    }

    private String named(Role role, String lack) {
        return "the %s's program '%s' %s"
                .formatted(role.label(), prefixes.of(role).program().name(), lack);
    }

    private static Optional<String> obstacle(Prefix prefix, Cell cell) {
        return lack(prefix, cell)
                .or(() -> prefix.isNone() ? Optional.empty() : lackBehindPrefix(cell))
                .or(() -> prefix.isNone() || cell.workload().dying().isEmpty()
                        ? Optional.empty()
                        : Optional.of("cannot be ended from here; omit --server-via and --client-via"))
                .or(() -> Optional.of(tooMuch(prefix, cell))
                        .filter(options -> !prefix.program().isJava() && !options.isEmpty())
                        .map(options -> "measures the plain question; omit " + String.join(", ", options)));
    }

    private static Optional<String> lackBehindPrefix(Cell cell) {
        return Setting.all().stream()
                .filter(setting -> setting.of(cell).isPresent())
                .flatMap(setting -> setting.lackBehindPrefix().stream())
                .findFirst();
    }

    /** A program that has told of load, but not of calls at a rate, lacks what options have made of its messages. */
    private static Optional<String> lack(Prefix prefix, Cell cell) {
        Optional<String> lack = prefix.lack(cell.transportId(), cell.workload().label());
        boolean lacksAnswers = lack.isPresent()
                && cell.workload().question() == Question.CALLS
                && prefix.lack(cell.transportId(), Question.LOAD.label()).isEmpty();
        if (!lacksAnswers) {
            return lack;
        }
        List<String> options = tooMuch(prefix, cell);
        String answers = Dimension.CODEC.of(cell).isPresent() ? "--codec" : "--answer";
        return Optional.of(
                "measures load without answers; omit " + (options.isEmpty() ? answers : String.join(", ", options)));
    }

    /** The options that the program does not take. */
    private static List<String> tooMuch(Prefix prefix, Cell cell) {
        Workload workload = cell.workload();
        Stream<String> ofSettings = Setting.all().stream()
                .filter(setting ->
                        !setting.isHonouredByOthers() && setting.of(cell).isPresent())
                .flatMap(setting -> setting.option().stream())
                .map(Setting.Option::name)
                .filter(option -> !prefix.takes(option));
        return Stream.of(
                        given("--clients", cell.clients().number() > 1),
                        ofSettings,
                        given("--payload", workload.payload() != Payload.TOUCHED),
                        given("--both-ways", workload.isBothWays()),
                        workload.shape().stream().flatMap(OtherPrograms::tooMuch))
                .flatMap(options -> options)
                .toList();
    }

    private static Stream<String> tooMuch(Shape shape) {
        return Stream.of(
                        given("--in-flight", shape.inFlight() > 1),
                        Stream.ofNullable(shape.mix()).map(mix -> "'%s' in --sizes".formatted(mix.label())),
                        given("--work", shape.work().isAsked()))
                .flatMap(options -> options);
    }

    private static Stream<String> given(String option, boolean isGiven) {
        return isGiven ? Stream.of(option) : Stream.empty();
    }
}
