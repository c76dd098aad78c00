package org.ipcbench.run.share;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.results.header.Label;
import org.ipcbench.results.header.MergedRuns;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Names that tell whose machine this is.
 *
 * @param hosts names of machines
 * @param users names of users
 * @param others names of containers, pods and namespaces
 * @param directories directories of the user
 */
record PrivateNames(Set<String> hosts, Set<String> users, Set<String> others, Set<String> directories) {
    /** Names that nearly every machine has, and that texts need. */
    private static final Set<String> OF_EVERYBODY =
            Set.of("localhost", "localdomain", "root", "user", "nobody", "home", "tmp", "none");

    /** Shorter names tell nothing, and would be found in every text. */
    private static final int MIN_LENGTH = 2;

    PrivateNames {
        hosts = identifying(hosts.stream().flatMap(PrivateNames::parts));
        users = identifying(users.stream());
        others = identifying(others.stream());
        directories = Set.copyOf(directories);
    }

    /** The names of this machine and of its user. */
    static PrivateNames here() {
        return of(new KernelFiles(Path.of("/")), System.getProperties(), System.getenv());
    }

    static PrivateNames of(KernelFiles files, Properties system, Map<String, String> variables) {
        return new PrivateNames(
                known(List.of(
                        files.text("proc/sys/kernel/hostname"),
                        files.text("etc/hostname"),
                        variables.getOrDefault("HOSTNAME", ""))),
                known(List.of(
                        system.getProperty("user.name", ""),
                        variables.getOrDefault("USER", ""),
                        variables.getOrDefault("LOGNAME", ""),
                        variables.getOrDefault("SUDO_USER", ""))),
                Set.of(),
                directories(List.of(
                        system.getProperty("user.home", ""),
                        system.getProperty("user.dir", ""),
                        system.getProperty("java.io.tmpdir", ""),
                        variables.getOrDefault("TMPDIR", ""),
                        variables.getOrDefault("XDG_RUNTIME_DIR", ""))));
    }

    /** These names, and those that the run's user typed. */
    PrivateNames with(RunHeader header) {
        Set<String> moreHosts = new LinkedHashSet<>(hosts);
        Set<String> moreUsers = new LinkedHashSet<>(users);
        Set<String> moreOthers = new LinkedHashSet<>(others);
        MergedRuns merged = header.merged();
        Stream.concat(
                        Stream.of(header.run()),
                        merged == null
                                ? Stream.<RunIdentity>empty()
                                : merged.runs().stream().map(MergedRuns.MergedRun::run))
                .forEach(run -> {
                    @Nullable String host = run.labels().get(Label.HOST);
                    if (host != null) {
                        moreHosts.add(host);
                    }
                    PrefixNames typed = PrefixNames.of(run.arguments());
                    moreHosts.addAll(typed.hosts());
                    moreUsers.addAll(typed.users());
                    moreOthers.addAll(typed.others());
                });
        return new PrivateNames(moreHosts, moreUsers, moreOthers, directories);
    }

    /** A host's name, its first label, and its domain. */
    private static Stream<String> parts(String host) {
        int dot = host.indexOf('.');
        return dot <= 0 ? Stream.of(host) : Stream.of(host, host.substring(0, dot), host.substring(dot + 1));
    }

    private static Set<String> identifying(Stream<String> names) {
        Set<String> all = new LinkedHashSet<>();
        names.map(String::strip)
                .filter(name -> name.length() >= MIN_LENGTH)
                .filter(name -> !OF_EVERYBODY.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(all::add);
        return all;
    }

    private static Set<String> known(Collection<String> names) {
        Set<String> known = new LinkedHashSet<>(names);
        known.remove("");
        return known;
    }

    /** The directories, also under their names without symbolic links. */
    private static Set<String> directories(Collection<String> names) {
        Set<String> all = new LinkedHashSet<>();
        for (String name : known(names)) {
            try {
                Path directory = Path.of(name);
                if (directory.isAbsolute() && directory.getNameCount() > 0) {
                    all.add(directory.toString());
                    all.add(directory.toRealPath().toString());
                }
            } catch (IOException | InvalidPathException e) {
                // it does not exist, and has no other name
            }
        }
        return all;
    }
}
