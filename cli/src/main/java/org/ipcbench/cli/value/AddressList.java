package org.ipcbench.cli.value;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.ipcbench.text.Lists;

/**
 * The IP addresses of {@code --server-address}, without names that would have to be looked up; a separate type, because picocli would
 * convert the elements of a list one by one.
 */
public record AddressList(List<String> list) {
    private static final Pattern IP = Pattern.compile(
            "(25[0-5]|(2[0-4]|1?\\d)?\\d)(\\.(25[0-5]|(2[0-4]|1?\\d)?\\d)){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]+");

    static AddressList parse(String text) {
        return new AddressList(
                Lists.split(text).stream().map(AddressList::address).toList());
    }

    private static String address(String text) {
        try {
            if (IP.matcher(text).matches()) {
                return InetAddress.getByName(text).getHostAddress();
            }
        } catch (UnknownHostException e) {
            // said below
        }
        throw new IllegalArgumentException("'%s' is not an IP address, such as 10.0.0.2".formatted(text));
    }
}
