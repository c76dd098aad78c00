package org.ipcbench.run.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The languages of the peers that come with this program, besides its own. */
enum PeerLanguage {
    /** Compiled when it is first used. */
    C(
            "peer.h message.h peer.c link.c measure.c clocks.c transports.c ring.c",
            "cc gcc clang",
            "install gcc or clang, with the headers of the C library (libc6-dev)") {
        @Override
        List<String> building(String tool, Path program) {
            return List.of(
                    tool,
                    "-O2",
                    "-o",
                    program.toString(),
                    "peer.c",
                    "link.c",
                    "measure.c",
                    "clocks.c",
                    "transports.c",
                    "ring.c",
                    "-pthread",
                    "-lm",
                    "-lrt");
        }

        @Override
        List<String> command(String tool, Path program) {
            return List.of(program.toString());
        }
    },
    /** Interpreted, with the standard library alone. */
    PYTHON("peer.py", "python3", "install Python 3.8 or later") {
        @Override
        List<String> building(String tool, Path program) {
            return List.of("cp", "peer.py", program.toString());
        }

        @Override
        List<String> command(String tool, Path program) {
            return List.of(tool, "-I", "-B", program.toString());
        }
    };

    /** Names, separated by blanks. */
    private final String sources;

    private final String tools;
    private final String remedy;

    PeerLanguage(String sources, String tools, String remedy) {
        this.sources = sources;
        this.tools = tools;
        this.remedy = remedy;
    }

    /** The language with this label; empty if there is none. */
    static Optional<PeerLanguage> labelled(String label) {
        return Stream.of(values())
                .filter(language -> language.label().equals(label))
                .findFirst();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names of its files in the jar. */
    List<String> sources() {
        return List.of(sources.split(" ", -1));
    }

    /** The commands one of which it needs, the best one first. */
    List<String> tools() {
        return List.of(tools.split(" ", -1));
    }

    String remedy() {
        return remedy;
    }

    /**
     * The command that makes the program out of the sources in its working directory.
     *
     * @param tool the path of one of the tools
     */
    abstract List<String> building(String tool, Path program);

    /** The command that runs the program. */
    abstract List<String> command(String tool, Path program);
}
