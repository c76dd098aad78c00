package org.ipcbench.plan.cell;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Role;
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
                .or(() -> prefix.isNone() || Dimension.SCHEDULER.of(cell).isEmpty()
                        ? Optional.empty()
                        : Optional.of("has threads that nobody here can schedule; omit --scheduler"))
                .or(() -> prefix.isNone() || Dimension.SIDES.of(cell).isEmpty()
                        ? Optional.empty()
                        : Optional.of("is a process of its own; omit --sides"))
                .or(() -> prefix.program().isJava()
                        ? Optional.empty()
                        : tooMuch(cell).map("measures the plain question; omit %s"::formatted));
    }

    /** A program that has told of load, but not of calls at a rate, lacks what an option has made of its messages. */
    private static Optional<String> lack(Prefix prefix, Cell cell) {
        Optional<String> lack = prefix.lack(cell.transportId(), cell.workload().label());
        boolean lacksAnswers = lack.isPresent()
                && cell.workload().question() == Question.CALLS
                && prefix.lack(cell.transportId(), Question.LOAD.label()).isEmpty();
        return lacksAnswers
                ? Optional.of("measures load without answers; omit "
                        + tooMuch(cell)
                                .or(() -> Dimension.CODEC.of(cell).map(codec -> "--codec"))
                                .orElse("--answer"))
                : lack;
    }

    /** The option that no other program honours; empty if none is given. */
    private static Optional<String> tooMuch(Cell cell) {
        if (cell.clients().number() > 1) {
            return Optional.of("--clients");
        }
        Optional<String> asked = Setting.all().stream()
                .filter(setting ->
                        !setting.isHonouredByOthers() && setting.of(cell).isPresent())
                .flatMap(setting -> setting.option().stream())
                .map(Setting.Option::name)
                .findFirst();
        if (asked.isPresent()) {
            return asked;
        }
        if (cell.workload().payload() != Payload.TOUCHED) {
            return Optional.of("--payload");
        }
        if (cell.workload().isBothWays()) {
            return Optional.of("--both-ways");
        }
        return cell.workload().shape().flatMap(OtherPrograms::tooMuch);
    }

    private static Optional<String> tooMuch(Shape shape) {
        if (shape.inFlight() > 1) {
            return Optional.of("--in-flight");
        }
        return shape.mix() != null
                ? Optional.of("'%s' in --sizes".formatted(shape.mix().label()))
                : shape.work().isAsked() ? Optional.of("--work") : Optional.empty();
    }
}
