package org.ipcbench.transports.shared;

import java.util.List;
import java.util.Optional;

/** A system property of a peer's JVM, by which a user chooses something of a transport: {@code --jvm-args=-DNAME=VALUE}. */
public record PeerProperty(String name) {
    /** Its value in this JVM; empty if it has none. */
    public Optional<String> here() {
        return Optional.ofNullable(System.getProperty(name));
    }

    /** Its value in a JVM with these arguments, of which the last one wins; empty if it has none. */
    public Optional<String> in(List<String> jvmArguments) {
        String plain = "-D" + name;
        return jvmArguments.stream()
                .filter(argument -> argument.equals(plain) || argument.startsWith(plain + "="))
                .reduce((earlier, later) -> later)
                .map(argument -> argument.equals(plain) ? "" : argument.substring(plain.length() + 1));
    }

    /**
     * What to throw about a value that it cannot have.
     *
     * @param fault such as what is allowed
     */
    public IllegalArgumentException refusal(String value, String fault) {
        return new IllegalArgumentException("-D%s=%s: %s".formatted(name, value, fault));
    }
}
