package org.ipcbench.compare;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SharedRun;
import org.ipcbench.results.UnreadableRunException;

/** Reads a side that the user wants to compare. */
public final class SideReader {
    /** Some editors write it before the first character; the reader of JSON skips it. */
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SideReader() {}

    /**
     * Reads a run in its directory or as it was shared, or a result of JMH.
     *
     * @throws UnreadableRunException if it is neither
     */
    public static Side read(Path path) throws IOException {
        if (Files.isRegularFile(path) && !path.endsWith(ResultsLog.FILE_NAME) && !SharedRun.isAt(path)) {
            if (beginsWithAList(path)) {
                return JmhFile.read(path);
            }
            throw new UnreadableRunException(
                    "%s is neither a directory of a run, nor a file of 'share', nor a result of JMH in JSON (-rf json)"
                            .formatted(path));
        }
        return RunSide.of(path.toString(), RecordedRun.read(path));
    }

    private static boolean beginsWithAList(Path file) throws IOException {
        try (Reader text = Files.newBufferedReader(file)) {
            int first = text.read();
            while (Character.isWhitespace(first) || first == BYTE_ORDER_MARK) {
                first = text.read();
            }
            return first == '[';
        } catch (MalformedInputException e) {
            return false;
        }
    }
}
