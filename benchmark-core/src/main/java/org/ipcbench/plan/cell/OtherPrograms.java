package org.ipcbench.plan.cell;

import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * What other programs can measure, as they report: plain messages of one size, of one client.
 *
 * @param prefixes the peers' programs, which have been asked
 */
public record OtherPrograms(Prefixes prefixes) {

    /** Why one of the programs cannot measure a cell; empty if both can. */
    public Optional<String> obstacle(Cell cell) {
        return Stream.of(Role.SERVER, Role.CLIENT)
                .flatMap(role -> obstacle(role, prefixes.of(role), cell).stream())
                .findFirst();
    }

    private static Optional<String> obstacle(Role role, Prefix prefix, Cell cell) {
        return lack(prefix, cell)
                .or(() -> prefix.isNone() || Dimension.SCHEDULER.of(cell).isEmpty()
                        ? Optional.empty()
                        : Optional.of("has threads that nobody here can schedule; omit --scheduler"))
                .or(() -> prefix.isNone() || Dimension.SIDES.of(cell).isEmpty()
                        ? Optional.empty()
                        : Optional.of("is a process of its own; omit --sides"))
                .or(() -> prefix.isNone() || cell.workload().dying().isEmpty()
                        ? Optional.empty()
                        : Optional.of("is behind a prefix, where nobody here can end it; omit --%s-via"
                                .formatted(role.label())))
                .or(() -> prefix.program().isJava()
                        ? Optional.empty()
                        : tooMuch(cell).map("measures the plain question; omit %s"::formatted))
                .map(lack -> "the %s's program '%s' %s"
                        .formatted(role.label(), prefix.program().name(), lack));
    }

    /** A program that has told of load, but not of calls at a rate, lacks what an option has made of its messages. */
    private static Optional<String> lack(Prefix prefix, Cell cell) {
        Optional<String> lack = prefix.lack(cell.transportId(), cell.workload().label());
        boolean lacksAnswers = lack.isPresent()
                && cell.workload().question() == Question.CALLS
                && prefix.lack(cell.transportId(), Question.LOAD.label()).isEmpty();
        return lacksAnswers
                ? Optional.of(
                        "measures load without answers; omit " + tooMuch(cell).orElse("--answer"))
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
        if (shape.isCoded()) {
            return Optional.of("--codec");
        }
        return shape.mix() != null
                ? Optional.of("'%s' in --sizes".formatted(shape.mix().label()))
                : shape.work().isAsked() ? Optional.of("--work") : Optional.empty();
    }
}
