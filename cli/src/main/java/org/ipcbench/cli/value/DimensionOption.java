package org.ipcbench.cli.value;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import org.ipcbench.cli.value.Converters.Parsed;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Setting;
import org.ipcbench.plan.cell.TypedDimension;
import org.ipcbench.text.Lists;
import org.ipcbench.workload.shape.Work;
import picocli.CommandLine.Model.OptionSpec;

/** Options whose values are those of a dimension, which reads them: made whole, or the converter of one that has more to say. */
public final class DimensionOption {
    private static final String AUTO = "auto";
    private static final Pattern CONTROL_CHARACTER = Pattern.compile("\\p{Cc}");

    private DimensionOption() {}

    /** The option that a setting defines. */
    public static <V> OptionSpec of(Setting<V> setting, Setting.Option asked) {
        OptionSpec.Builder option = OptionSpec.builder(asked.name())
                .description(asked.help())
                .type(Values.class)
                .paramLabel("LIST")
                .converters(new Parsed<>(text -> new Values<>(setting.parse(oneLine(text)))))
                .initialValue(Values.of(setting.usual()));
        return asked.bare().isEmpty()
                ? option.build()
                : option.arity("0..1")
                        .preprocessor((words, command, argument, info) -> completed(setting, asked.bare(), words, info))
                        .build();
    }

    /** A value becomes a name in the record, which is part of messages for people. */
    private static String oneLine(String text) {
        if (CONTROL_CHARACTER.matcher(text).find()) {
            throw new IllegalArgumentException("'%s' must be one line without control characters"
                    .formatted(CONTROL_CHARACTER.matcher(text).replaceAll("?")));
        }
        return text;
    }

    /** Gives an option without a list the value that it stands for; a word after it may be a parameter of the command. */
    private static boolean completed(Setting<?> setting, String bare, Stack<String> words, Map<String, Object> info) {
        boolean isAttached = !" ".equals(info.get("separator"));
        if (!isAttached && (words.isEmpty() || !isList(setting, words.peek()))) {
            words.push(bare);
        }
        return false; // picocli goes on with the words
    }

    private static boolean isList(Setting<?> setting, String text) {
        try {
            return !setting.parse(text).isEmpty();
        } catch (IllegalArgumentException | IOException e) {
            return false;
        }
    }

    /** Values that are all measured. What only one command takes is converted there. */
    public abstract static class Listed<V> extends Parsed<Values<V>> {
        protected Listed(TypedDimension<V> dimension) {
            super(text -> new Values<>(dimension.parse(text)));
        }
    }

    /** One value. */
    private abstract static class One<V> extends Parsed<V> {
        One(TypedDimension<V> dimension) {
            super(dimension::one);
        }
    }

    public static final class Size extends One<Integer> {
        Size() {
            super(Dimension.SIZE);
        }
    }

    public static final class Sizes extends Listed<Integer> {
        Sizes() {
            super(Dimension.SIZE);
        }
    }

    public static final class Answers extends Listed<Integer> {
        Answers() {
            super(Dimension.ANSWER);
        }
    }

    public static final class Buffers extends Listed<Integer> {
        Buffers() {
            super(Dimension.BUFFER);
        }
    }

    public static final class Codecs extends Listed<String> {
        Codecs() {
            super(Dimension.CODEC);
        }
    }

    public static final class ClientNumber extends One<Integer> {
        ClientNumber() {
            super(Dimension.CLIENTS);
        }
    }

    public static final class ClientNumbers extends Listed<Integer> {
        ClientNumbers() {
            super(Dimension.CLIENTS);
        }
    }

    public static final class Codec extends One<String> {
        Codec() {
            super(Dimension.CODEC);
        }
    }

    public static final class Depth extends One<Integer> {
        Depth() {
            super(Dimension.DEPTH);
        }
    }

    public static final class Depths extends Listed<Integer> {
        Depths() {
            super(Dimension.DEPTH);
        }
    }

    public static final class Placements extends Listed<Placement> {
        Placements() {
            super(Dimension.PLACEMENT);
        }
    }

    public static final class Rate extends One<Long> {
        Rate() {
            super(Dimension.RATE);
        }
    }

    /** Rates; none if a search has to find them. */
    public static final class Rates extends Parsed<Values<Long>> {
        Rates() {
            super(Rates::of);
        }

        private static Values<Long> of(String text) throws IOException {
            if (text.equalsIgnoreCase(AUTO)) {
                return Values.none();
            }
            if (Lists.split(text).stream().anyMatch(AUTO::equalsIgnoreCase)) {
                throw new IllegalArgumentException(
                        "'%s' has rates beside auto; give rates, or auto alone".formatted(text));
            }
            return new Values<>(Dimension.RATE.parse(text));
        }
    }

    public static final class Works extends Listed<Work> {
        Works() {
            super(Dimension.WORK);
        }
    }

    /** The values of an option that takes a list; a separate type, because picocli would convert the elements of a list one by one. */
    public record Values<V>(List<V> list) {
        public Values {
            list = List.copyOf(list);
        }

        /** A default of one value. */
        public static <V> Values<V> of(V value) {
            return new Values<>(List.of(value));
        }

        /** The option is not given. */
        public static <V> Values<V> none() {
            return new Values<>(List.of());
        }
    }
}
