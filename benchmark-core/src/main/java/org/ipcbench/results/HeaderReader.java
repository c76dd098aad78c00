package org.ipcbench.results;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.line.SealedLine;

/**
 * Reads the header of a record.
 *
 * @param file the record's name in messages
 */
record HeaderReader(String file) {
    /** Reads the header from the first line of a record. */
    RunHeader read(String line) throws UnreadableRunException {
        JsonObject json = RunRecord.object(line)
                .orElseThrow(() -> new UnreadableRunException("%s, line 1: damaged, no header".formatted(file)));
        if (!json.has(RunRecord.KIND) || !json.has("schema")) {
            throw new UnreadableRunException(
                    "%s has no header; it was written before the first release and cannot be read".formatted(file));
        }
        String schema = text(json.get("schema"));
        if (!schema.equals(Integer.toString(RunHeader.SCHEMA))) {
            throw new UnreadableRunException(
                    "%s has schema %s, and this version reads schema %d; use version %s or later"
                            .formatted(file, schema, RunHeader.SCHEMA, suite(json)));
        }
        if (!SealedLine.isIntact(line)) {
            throw new UnreadableRunException("%s, line 1: damaged, no header".formatted(file));
        }
        try {
            RunHeader read = RunHeader.read(json);
            read.plan(); // throws if the header is inconsistent
            return read;
        } catch (RuntimeException e) { // invalid JSON, or an invalid value
            throw new UnreadableRunException(
                    "%s, line 1: not a header of schema %s%s".formatted(file, schema, reason(e)), e);
        }
    }

    /** This suite's own message about a value; empty if the JSON parser failed before. */
    private static String reason(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause.getClass() == IllegalArgumentException.class) {
                return ": " + cause.getMessage();
            }
        }
        return "";
    }

    private static String suite(JsonObject header) {
        return header.get("run") instanceof JsonObject run && run.has("suite") ? text(run.get("suite")) : "a newer one";
    }

    private static String text(JsonElement value) {
        return value.isJsonPrimitive() ? value.getAsString() : value.toString();
    }
}
