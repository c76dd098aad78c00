package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.ipcbench.cli.Console;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be merged is refused in one line, and leaves no directory. */
class MergeUsageTest {
    @TempDir
    private Path place;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments   | says
            merge         | Missing required parameter: 'RUN
            merge pom.xml | one run alone cannot be merged; give two or more
            merge pom.xml src | 'pom.xml' is not a run; give the directory of a run
            merge src pom.xml | 'src' is without a results.jsonl; give the directory of a run
            merge a b     | 'a' is not found; give the directory of a run
            """)
    void refusesInOneLine(String arguments, String problem) {
        Path output = place.resolve("merged");

        Console console = Console.of((arguments + " -o " + output).split(" ", -1));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains(problem, "merge --help");
        assertThat(output).doesNotExist();
    }
}
