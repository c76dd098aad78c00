package org.ipcbench.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from JVM arguments what people would not publish: the value of a property whose name suggests a secret, the
 * options of an agent, the password in an address, and the user's home, which is written {@code ~}.
 */
final class Redaction {
    private static final String MASK = "***";
    private static final String LABEL = "--label";
    private static final String SSHPASS = "sshpass";

    /** The option of that program, whose value may follow without a blank. */
    private static final String PASSWORD = "-p";

    /** A word of an argument with its quotes, in which blanks do not end it. */
    private static final Pattern QUOTED_WORD = Pattern.compile("(?:'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|\\\\.|\\S)++");

    /** A name that is followed by a value; the value may contain further names and values, as in an address. */
    private static final Pattern ASSIGNED_NAME = Pattern.compile("([\\w.$-]+)=");

    private static final Pattern AGENT =
            Pattern.compile("(-(?:javaagent|agentlib|agentpath):[^=]*=).+", Pattern.DOTALL);

    private static final Pattern ADDRESS_WITH_USER = Pattern.compile("://[^/@\\s]+@");

    private static final Pattern CAMEL_HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    /**
     * Words for secrets: long ones anywhere in a name, short ones only at the end of one of its words, to match fewer
     * harmless names.
     */
    private static final Pattern SECRET =
            Pattern.compile("passw|passphrase|secret|token|credential|auth|(?:pw|pwd|pass|keys?|creds?)(?![a-z])");

    /** Words of statements before a secret, such as those of Redis and SQL. */
    private static final Pattern SECRET_WORD =
            Pattern.compile("\\b(?:auth|password|passwd|requirepass|masterauth|secret)\\b", Pattern.CASE_INSENSITIVE);

    private final List<Pattern> homes;

    private Redaction(List<Pattern> homes) {
        this.homes = homes;
    }

    /**
     * A redaction that replaces this directory by {@code ~}, under its given name and under its name without symbolic
     * links.
     */
    static Redaction ofHome(String home) {
        Path path = Path.of(home);
        if (!path.isAbsolute() || path.getNameCount() == 0) {
            return new Redaction(List.of()); // the system does not know the user
        }
        Set<String> names = new LinkedHashSet<>(List.of(path.toString()));
        try {
            names.add(path.toRealPath().toString());
        } catch (IOException e) {
            names.add(path.normalize().toString()); // the directory does not exist and has no other name
        }
        return new Redaction(names.stream()
                .map(name -> Pattern.compile(Pattern.quote(name) + "(?![\\w.-])"))
                .toList());
    }

    /** Any text, without the home. */
    String text(String text) {
        String redacted = text;
        for (Pattern home : homes) {
            redacted = home.matcher(redacted).replaceAll("~");
        }
        return redacted;
    }

    /** Arguments of a command line, each of which may hold several words with quotes, as a shell splits them. */
    List<String> arguments(List<String> arguments) {
        List<String> redacted = new ArrayList<>();
        for (String argument : arguments) {
            boolean isLabel =
                    !redacted.isEmpty() && redacted.get(redacted.size() - 1).equals(LABEL);
            redacted.add(
                    isLabel || argument.startsWith(LABEL + "=")
                            ? words(List.of(argument)).get(0)
                            : wordsWithin(argument));
        }
        return redacted;
    }

    private String wordsWithin(String argument) {
        List<String> words =
                QUOTED_WORD.matcher(argument).results().map(MatchResult::group).toList();
        Iterator<String> redacted = words(words).iterator();
        return QUOTED_WORD.matcher(argument).replaceAll(unused -> Matcher.quoteReplacement(redacted.next()));
    }

    /** The words of one command, each of which may hold blanks. */
    List<String> words(List<String> words) {
        List<String> redacted = new ArrayList<>();
        String before = "";
        String program = "";
        for (String word : words) {
            redacted.add(
                    namesSecret(before, program, word)
                            ? MASK
                            : text(closed(word, withoutSecretOfOption(word, before))));
            program = before.startsWith("-") || before.isEmpty() ? program : before;
            before = word;
        }
        return redacted;
    }

    /** Whether an option is followed by this secret, in a word of its own. */
    private static boolean namesSecret(String option, String program, String word) {
        return program.endsWith(SSHPASS)
                ? option.equals(PASSWORD)
                : option.startsWith("--") && option.indexOf('=') < 0 && suggestsSecret(option) && !word.startsWith("-");
    }

    /** Redacts a word in which a secret, or a flag, may follow the name of an option. */
    private static String withoutSecretOfOption(String word, String before) {
        if (before.endsWith(SSHPASS) && word.startsWith(PASSWORD) && word.length() > PASSWORD.length()) {
            return PASSWORD + MASK;
        }
        int name = word.startsWith("--") ? word.indexOf('=') + 1 : 0;
        return name > 0 && suggestsSecret(word.substring(0, name - 1))
                ? word.substring(0, name) + MASK
                : word.substring(0, name) + withoutSecret(word.substring(name));
    }

    /** The redacted word with the quote at its end, if the mask has taken it. */
    private static String closed(String word, String redacted) {
        char last = word.isEmpty() ? ' ' : word.charAt(word.length() - 1);
        boolean isQuote = last == '\'' || last == '"';
        return isQuote && redacted.endsWith(MASK) ? redacted + last : redacted;
    }

    /** JVM arguments, in their order. */
    List<String> flags(List<String> flags) {
        return flags.stream().map(flag -> text(withoutSecret(flag))).toList();
    }

    private static String withoutSecret(String flag) {
        Matcher agent = AGENT.matcher(flag);
        if (agent.matches()) {
            return agent.group(1) + MASK;
        }
        Matcher name = ASSIGNED_NAME.matcher(flag);
        while (name.find()) {
            if (suggestsSecret(name.group(1))) {
                return flag.substring(0, name.end()) + MASK;
            }
        }
        return ADDRESS_WITH_USER.matcher(flag).replaceAll("://" + Matcher.quoteReplacement(MASK) + "@");
    }

    /** Whether what a server is asked has a secret in it, as the name of a value or a word of a statement suggests. */
    static boolean isSecret(String asked) {
        return SECRET_WORD.matcher(asked).find()
                || ASSIGNED_NAME.matcher(asked).results().anyMatch(name -> suggestsSecret(name.group(1)));
    }

    private static boolean suggestsSecret(String name) {
        String words = CAMEL_HUMP.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
        return SECRET.matcher(words).find();
    }
}
