package org.ipcbench.run.share;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names of machines, users, containers, pods and namespaces in a command line: every word of a prefix except known programs,
 * options and numbers.
 *
 * @param hosts what {@code ssh} connects with
 * @param users as whom
 * @param others all other names
 */
record PrefixNames(Set<String> hosts, Set<String> users, Set<String> others) {
    private static final Pattern OPTION = Pattern.compile("--(?:server|client)-via");

    /** What a prefix follows within an argument. */
    private static final Pattern BEGINNING = Pattern.compile("^(?:%s=|(?:--vary=)?via=)".formatted(OPTION.pattern()));

    /** Programs that lead through a wall, their subcommands, and usual values of their options. */
    private static final Set<String> PUBLIC = Set.of(
            "ssh",
            "docker",
            "podman",
            "nerdctl",
            "crictl",
            "kubectl",
            "oc",
            "lxc",
            "lxc-attach",
            "incus",
            "exec",
            "run",
            "attach",
            "ip",
            "netns",
            "nsenter",
            "unshare",
            "chroot",
            "sudo",
            "env",
            "bash",
            "sh",
            "taskset",
            "numactl",
            "setpriv",
            "nice",
            "ionice",
            "chrt",
            "timeout",
            "stdbuf",
            "sshpass",
            "runuser",
            "systemd-run",
            "systemd-nspawn",
            "machinectl",
            "shell",
            "srun",
            "none",
            "host",
            "bridge",
            "private",
            "container",
            "java",
            "true",
            "false");

    /** Options of ssh whose value is a word of its own. */
    private static final Pattern SSH_OPTION_WITH_VALUE = Pattern.compile("-[A-Za-z46]*[BbcDEeFIiJLlmOopQRSWw]");

    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern BLANKS = Pattern.compile("[\\s'\"]+");
    private static final Pattern SEPARATOR = Pattern.compile("[=:/@]+");
    private static final Pattern NUMBER = Pattern.compile("[\\d.]+");

    /** Shorter names tell nothing, and would be found in every text. */
    private static final int MIN_LENGTH = 3;

    /** The names in a command line. */
    static PrefixNames of(List<String> arguments) {
        PrefixNames names = new PrefixNames(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        for (int place = 0; place < arguments.size(); place++) {
            String argument = arguments.get(place);
            String prefixes = BEGINNING.matcher(argument).replaceFirst("");
            if (!prefixes.equals(argument)
                    || (place > 0 && OPTION.matcher(arguments.get(place - 1)).matches())) {
                COMMA.splitAsStream(prefixes).forEach(names::add);
            }
        }
        return names;
    }

    private void add(String prefix) {
        boolean isRemote = false;
        String before = "";
        for (String word : BLANKS.split(prefix.strip(), -1)) {
            isRemote |= word.equals("ssh") || word.endsWith("/ssh");
            boolean isValue = isRemote && SSH_OPTION_WITH_VALUE.matcher(before).matches();
            before = word;
            if (word.startsWith("-")) {
                addOthers(word.substring(word.indexOf('=') + 1));
            } else if (isRemote && !isValue && !word.equals("ssh") && !word.endsWith("/ssh")) {
                isRemote = false; // what follows is the command there
                int sign = word.indexOf('@');
                addTo(users, sign < 0 ? "" : word.substring(0, sign));
                addTo(hosts, word.substring(sign + 1));
            } else {
                addOthers(word);
            }
        }
    }

    private void addOthers(String word) {
        if (!word.startsWith("-")) {
            SEPARATOR.splitAsStream(word).forEach(part -> addTo(others, part));
        }
    }

    private static void addTo(Set<String> names, String name) {
        if (name.length() >= MIN_LENGTH
                && !PUBLIC.contains(name)
                && !NUMBER.matcher(name).matches()) {
            names.add(name);
        }
    }
}
