package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The pictures a run leaves beside its figures. */
@EnabledOnOs(OS.LINUX)
class PlotsJobIT extends RunningJobs {
    private static final String[] SWEEP = sweep("tcp,zmq");

    private static final String[] SMALL_SWEEP = sweep("tcp");

    /** All that the launcher needs; java.desktop, which holds AWT, is not among them. */
    private static final String NO_AWT = "JDK_JAVA_OPTIONS=--limit-modules=java.base,java.logging,java.management,"
            + "java.naming,java.sql,java.xml,jdk.management,jdk.net,jdk.unsupported";

    private static String[] sweep(String transports) {
        return new String[] {"throughput", "-i", "1", "-t", transports, "-s", "64,128", "-n", "1000", "--warmup", "1ms"
        };
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void sweepIsPlottedOverItsSizesAndASingleSizeAsBars() throws IOException, InterruptedException {
        assertThat(start(SWEEP).exitCode()).isZero();

        assertThat(site.run().resolve("throughput-over-size.svg")).content().contains("MiB/s", ">tcp<", ">zmq<");
        assertThat(site.run().resolve("report.html"))
                .content()
                .contains("ipcbench throughput -i 1", "MiB/s over message size", "</html>");
        assertThat(site.run()).as("pixels are for those who ask").isDirectoryNotContaining("glob:**.png");
        assertThat(Console.of("report", site.run().toString(), "--export", "png")
                        .exitCode())
                .isZero();
        assertThat(ImageIO.read(site.run().resolve("throughput-over-size.png").toFile()))
                .isNotNull();

        assertThat(start("throughput", "-i", "1", "-t", "tcp", "-n", "1000", "--warmup", "1ms")
                        .exitCode())
                .isZero();
        assertThat(site.runs()).hasSize(2);
        assertThat(site.runs().get(1))
                .isDirectoryContaining("glob:**/throughput-bars.svg")
                .isDirectoryNotContaining("glob:**/throughput-over-size.svg");
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void withoutAwtOnlyTheExportOfPixelsFails() throws IOException, InterruptedException {
        Job plain = startBehind(List.of("env", NO_AWT), SMALL_SWEEP);

        assertThat(plain.exitCode()).as("%s", plain.err()).isZero();
        assertThat(plain.err()).noneMatch(line -> line.contains("this Java cannot paint"));
        assertThat(site.run()).isDirectoryContaining("glob:**/throughput-over-size.svg");

        Job exporting = startBehind(
                List.of("env", NO_AWT),
                Stream.concat(Stream.of(SMALL_SWEEP), Stream.of("--export", "png"))
                        .toArray(String[]::new));
        assertThat(exporting.exitCode()).as("%s", exporting.err()).isOne();
        assertThat(exporting.err())
                .filteredOn(line -> line.startsWith("no export as png: this Java cannot paint"))
                .hasSize(1);
        assertThat(site.runs().get(1))
                .isDirectoryContaining("glob:**/output.csv")
                .isDirectoryContaining("glob:**/throughput-over-size.svg")
                .isDirectoryNotContaining("glob:**.png");
    }
}
