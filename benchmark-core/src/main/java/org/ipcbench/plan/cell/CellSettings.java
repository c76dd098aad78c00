package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import org.ipcbench.workload.Clients;

/** The values of the dimensions of a cell that are not its question's; the default where none was asked. */
public final class CellSettings {
    /** Nothing was asked. */
    public static final CellSettings USUAL = new CellSettings(Map.of());

    /** By setting, without defaults. */
    private final Map<Setting<?>, Object> values;

    private CellSettings(Map<Setting<?>, Object> values) {
        this.values = values;
    }

    /** The value of a setting. */
    @SuppressWarnings("unchecked") // only with() puts values, each of its setting's type
    public <V> V get(Setting<V> setting) {
        return (V) values.getOrDefault(setting, setting.usual());
    }

    /** Returns a copy with another value. */
    public <V> CellSettings with(Setting<V> setting, V value) {
        if (get(setting).equals(value)) {
            return this;
        }
        Map<Setting<?>, Object> others = new HashMap<>(values);
        if (value.equals(setting.usual())) {
            others.remove(setting);
        } else {
            others.put(setting, value);
        }
        return new CellSettings(others);
    }

    /** Returns a copy with those of these values that are not defaults. */
    public CellSettings and(CellSettings others) {
        Map<Setting<?>, Object> both = new HashMap<>(values);
        both.putAll(others.values);
        return new CellSettings(both);
    }

    /** The clients of the server. */
    public Clients clients() {
        return ClientDimensions.of(this);
    }

    /** Returns a copy with other clients. */
    public CellSettings with(Clients clients) {
        return ClientDimensions.with(this, clients);
    }

    /** Writes all values to the cell of a record. */
    public void write(JsonObject cell) {
        Setting.all().forEach(setting -> write(setting, cell));
    }

    private <V> void write(Setting<V> setting, JsonObject cell) {
        setting.write(get(setting), cell);
    }

    /** Reads the values of a recorded cell. */
    public static CellSettings read(JsonObject cell) {
        CellSettings settings = USUAL;
        for (Setting<?> setting : Setting.all()) {
            settings = settings.read(setting, cell);
        }
        return settings.with(settings.clients()); // one client has one process, whatever the record says
    }

    private <V> CellSettings read(Setting<V> setting, JsonObject cell) {
        return with(setting, setting.read(cell));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellSettings same && values.equals(same.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
