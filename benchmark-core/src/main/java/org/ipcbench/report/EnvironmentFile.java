package org.ipcbench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.environment.Environment;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.results.RecordedRun;

/** {@code environment.json}: the machine, kernel and JVM that the figures of a run belong to. */
public final class EnvironmentFile {
    public static final String FILE_NAME = RecordedRun.ENVIRONMENT;

    public void write(Environment environment, Path file) throws IOException {
        String json = new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .create()
                .toJson(environment);
        AtomicFile.replace(file, json + "\n");
    }
}
