package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.control.ControlLink.ControlCodec;
import org.junit.jupiter.api.Test;

/** What docs/peer-protocol.md shows is what launcher and peers say. */
final class PeerProtocolPageTest {
    private static final Path PAGE = Path.of("..", "docs", "peer-protocol.md");
    private static final Pattern EXAMPLE = Pattern.compile("`(\\{.*\\})`");

    private final ControlCodec codec = new ControlCodec();

    @Test
    void everyExampleIsReadAndWrittenAsItStands() throws IOException {
        for (String example : examples()) {
            assertThat(JsonParser.parseString(codec.encode(codec.decode(example))))
                    .isEqualTo(JsonParser.parseString(example));
        }
    }

    @Test
    void everyMessageBetweenLauncherAndPeersIsThere() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> shown = examples().stream()
                .map(example -> JsonParser.parseString(example)
                        .getAsJsonObject()
                        .get("type")
                        .getAsString())
                .collect(Collectors.toSet());

        assertThat(Stream.of(ControlMessage.class.getPermittedSubclasses()).map(Class::getSimpleName))
                .filteredOn(message -> !message.equals("Over")) // for an auxiliary process
                .allMatch(message -> shown.contains(message) || page.contains("`" + message + "`"));
        assertThat(page).contains("version " + Surroundings.PROTOCOL + ".");
    }

    @Test
    void whatAPeerOfAnotherLanguageWritesIsRead() throws IOException {
        String page = Files.readString(PAGE.resolveSibling("your-own-peer.md"));
        List<String> answers = Pattern.compile("\\{\"type\":\"[A-Z].*?\\}(?=`|\n)")
                .matcher(page)
                .results()
                .map(found -> found.group())
                .filter(answer -> !answer.contains("..."))
                .toList();

        assertThat(answers).hasSizeGreaterThan(5);
        for (String answer : answers) {
            ControlMessage message = codec.decode(answer);
            if (message instanceof ControlMessage.Finished finished) {
                assertThat(finished.measurement()
                                .connections()
                                .get(0)
                                .latencies()
                                .getTotalCount())
                        .isEqualTo(3);
            }
        }
        assertThat(answers).anyMatch(answer -> answer.contains("Finished"));
    }

    @Test
    void componentsOfALaterVersionAreIgnored() throws IOException {
        assertThat(codec.decode("{\"messages\":1,\"later\":{\"x\":[1]},\"type\":\"Progress\"}"))
                .isEqualTo(new ControlMessage.Progress(1));
    }

    private static List<String> examples() throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(examples).isNotEmpty();
        return examples;
    }
}
