package org.ipcbench.plan.cell;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A dimension whose values a cell has itself, not its question.
 *
 * @param <V> a value
 */
public abstract class Setting<V> extends TypedDimension<V> {
    private static final Gson GSON = new Gson();

    private final V usual;

    /**
     * A setting of this default.
     *
     * @param defaultNumber the default, if it is a number that stands beside the others on an axis or in a column; else empty
     */
    Setting(String key, String csvColumn, String label, String unit, V usual, Optional<Integer> defaultNumber) {
        super(key, csvColumn, label, label, unit, defaultNumber);
        this.usual = usual;
    }

    /** All settings, in the order of names and tables. */
    public static List<Setting<?>> all() {
        return Dimension.ALL.stream()
                .<Setting<?>>mapMulti((each, settings) -> {
                    if (each instanceof Setting<?> setting) {
                        settings.accept(setting);
                    }
                })
                .toList();
    }

    /**
     * How a user asks for values of a setting.
     *
     * @param name the option
     * @param about what it is about, which is the heading of the help that has it
     * @param bare the value of the option alone, without a list; empty if it always has a list of values
     * @param help what the help says
     */
    public record Option(String name, About about, String bare, String help) {
        /** An option that always takes a list of values. */
        Option(String name, About about, String help) {
            this(name, about, "", help);
        }
    }

    /** What an option is about. */
    public enum About {
        QUESTION,
        TRANSPORT,
        PLACE
    }

    /** The value of a cell for which no other one was asked. */
    public final V usual() {
        return usual;
    }

    /** The option of every command that measures; empty if only some have one, or if nobody asks. */
    public Optional<Option> option() {
        return Optional.empty();
    }

    /**
     * Whether a value is a number or a word of the suite. Others are commands and names that somebody made up: nobody shares them, and
     * no record starts them.
     */
    public boolean isOfTheSuite(V value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Enum<?>;
    }

    /** Whether programs of others honour the option without knowing of it. */
    boolean isHonouredByOthers() {
        return false;
    }

    /** Why no program behind a prefix can have another value than the default, as said of the program; empty if it can. */
    Optional<String> lackBehindPrefix() {
        return Optional.empty();
    }

    @Override
    public Optional<? extends Object> of(Cell cell) {
        V value = cell.settings().get(this);
        return value.equals(usual) ? Optional.empty() : Optional.of(shown(value));
    }

    /** Writes a value to the cell of a record: as it is shown, unless it is the default. */
    void write(V value, JsonObject cell) {
        if (!value.equals(usual)) {
            cell.add(key(), GSON.toJsonTree(shown(value)));
        }
    }

    /** Reads the value of a recorded cell, which is written as a user types it. */
    V read(JsonObject cell) {
        try {
            return found(cell, key(), String.class).map(this::one).orElse(usual);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(key(), e.getMessage()), e);
        }
    }

    /** A member of a recorded cell; empty if it is missing. */
    static <T> Optional<T> found(JsonObject cell, String name, Class<T> type) {
        return Optional.ofNullable(GSON.fromJson(cell.get(name), type));
    }

    /** A member of a recorded cell; the default if it is missing. */
    static <T> T in(JsonObject cell, String name, Class<T> type, T missing) {
        return found(cell, name, type).orElse(missing);
    }

    /** A member that each recorded cell has. */
    static <T> T in(JsonObject cell, String name, Class<T> type) {
        return found(cell, name, type)
                .orElseThrow(() ->
                        new IllegalArgumentException("%s is missing, or unknown to this version".formatted(name)));
    }
}
