package org.ipcbench.cli.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A System V object, as the kernel lists it for everybody.
 *
 * @param table where it is listed
 * @param fields by the names of the table's columns, the key and the object's id first
 */
public record SystemVObject(Path table, Map<String, String> fields) {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/sysvipc/msg"), Path.of("/proc/sysvipc/shm"), Path.of("/proc/sysvipc/sem"));

    private static final String NONE = "0";

    /** All there are, whoever has made them; none where this kernel has no such objects. */
    public static List<SystemVObject> all() throws IOException {
        List<SystemVObject> objects = new ArrayList<>();
        for (Path table : TABLES) {
            if (Files.exists(table)) {
                List<String> lines = Files.readAllLines(table);
                List<String> names = values(lines.get(0));
                lines.stream()
                        .skip(1)
                        .map(line -> of(table, names, values(line)))
                        .forEach(objects::add);
            }
        }
        return objects;
    }

    /** The ids of the processes that made it or used it last, as far as the kernel tells. */
    public List<String> processIds() {
        return fields.entrySet().stream()
                .filter(field -> field.getKey().endsWith("pid"))
                .map(Map.Entry::getValue)
                .filter(id -> !id.equals(NONE))
                .toList();
    }

    /** Whether this user, by its number, has made it. */
    boolean isOf(String userId) {
        return userId.equals(fields.get("cuid"));
    }

    /** What it is as long as it exists. */
    @Override
    public String toString() {
        return table + ": "
                + fields.entrySet().stream().limit(2).map(Map.Entry::toString).toList();
    }

    private static SystemVObject of(Path table, List<String> names, List<String> values) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int column = 0; column < names.size(); column++) {
            fields.put(names.get(column), values.get(column));
        }
        return new SystemVObject(table, fields);
    }

    private static List<String> values(String line) {
        return Arrays.asList(line.strip().split(" +", -1));
    }
}
