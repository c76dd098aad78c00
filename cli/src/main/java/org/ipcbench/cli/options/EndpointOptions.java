package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.endpoint.EndpointTransport;
import org.ipcbench.workload.shape.Shape;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Servers of the user's in the place of transports. */
public final class EndpointOptions {
    public static final String ENDPOINT = "--endpoint";
    public static final String ANYWHERE = "--anywhere";

    /** Of commands that measure transports only. */
    public static final EndpointOptions NONE = new EndpointOptions();

    private static final long MAX_RATE_ELSEWHERE = 500;
    private static final Duration MAX_TIME_ELSEWHERE = Duration.ofMinutes(1);

    /** A comma that separates two addresses, and is not part of one. */
    private static final String COMMA = ",(?=[a-z]+(\\+unix)?:~?/)";

    /** Options about messages, of which a server of the user's knows nothing, and about what the server's peer does. */
    private static final List<String> OF_MESSAGES = List.of(
            RunOptions.TRANSPORTS,
            GridOptions.SIZES,
            "--payload",
            GridOptions.ClientOptions.SERVE,
            ShapeOptions.ANSWER,
            ShapeOptions.WORK,
            ShapeOptions.IN_FLIGHT,
            ShapeOptions.CODEC);

    @Option(
            names = ENDPOINT,
            paramLabel = "URL",
            description =
                    "Measure servers that run already, instead of transports: http://127.0.0.1:8080/path, http+unix:/run/app.sock:/path,"
                            + " by plugins redis: and postgres:, see docs/recipes.md; comma-separated, repeatable; #pid=N at the end names"
                            + " the server's process. Credentials: in the environment.")
    List<String> addresses = List.of();

    @Option(
            names = ANYWHERE,
            description =
                    "With load: allow servers on other machines, at most 500 calls a second (1000 in the warm-up) and one minute for each rate.")
    boolean anywhere;

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    private CommandSpec spec;

    public boolean isGiven() {
        return !addresses.isEmpty();
    }

    /**
     * The servers.
     *
     * @throws ParameterException if an address is not allowed, or another option has no meaning for such servers
     */
    public TransportSelection selection(TransportRegistry registry) {
        ParseResult typed = spec.commandLine().getParseResult();
        OF_MESSAGES.stream().filter(typed::hasMatchedOption).findFirst().ifPresent(other -> {
            throw new ParameterException(
                    spec.commandLine(),
                    "option '%s' is about transports and their messages, of which a server of yours knows nothing; omit %s or %s"
                            .formatted(other, other, ENDPOINT));
        });
        try {
            return TransportSelection.ofServers(addresses(addresses), registry, anywhere);
        } catch (IllegalArgumentException e) {
            throw invalid(ENDPOINT, String.valueOf(e.getMessage()), e);
        }
    }

    /** The addresses in these lists. */
    public static List<String> addresses(List<String> lists) {
        return lists.stream()
                .flatMap(each -> Stream.of(each.split(COMMA, -1)))
                .map(String::strip)
                .toList();
    }

    /** Refuses servers on other machines where calls are made as fast as the server answers. */
    public void requireHere() {
        if (anywhere) {
            throw invalid(ANYWHERE, "latency calls as fast as the server answers; use load, which has a --rate", null);
        }
    }

    /** Refuses to burden servers on other machines, and rates at which calls would wait for this side. */
    public void requireGentle(List<Double> perSecond, Duration time) {
        if (anywhere
                && (perSecond.isEmpty()
                        || perSecond.stream().anyMatch(rate -> rate > MAX_RATE_ELSEWHERE)
                        || time.compareTo(MAX_TIME_ELSEWHERE) > 0)) {
            throw invalid(
                    ANYWHERE,
                    "give --rate numbers of at most %d and --duration at most %ds"
                            .formatted(MAX_RATE_ELSEWHERE, MAX_TIME_ELSEWHERE.toSeconds()),
                    null);
        }
    }

    /** The calls of such servers, if there are any, in the place of these. */
    public List<Shape> or(List<Shape> ofTransports) {
        return isGiven() ? List.of(Shape.of(EndpointTransport.MESSAGE_BYTES)) : ofTransports;
    }

    private ParameterException invalid(String option, String problem, @Nullable Throwable cause) {
        return new ParameterException(
                spec.commandLine(), "Invalid value for option '%s': %s".formatted(option, problem), cause);
    }
}
