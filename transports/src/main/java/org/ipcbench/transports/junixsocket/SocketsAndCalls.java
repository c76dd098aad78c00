package org.ipcbench.transports.junixsocket;

import java.util.List;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.libc.CLibrary;

/** junixsocket, which makes the sockets, and the library for the native calls that send and receive. */
final class SocketsAndCalls implements Library {

    @Override
    public String nameAndVersion() {
        return both(CLibrary.LIBRARY.nameAndVersion());
    }

    @Override
    public String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
        return both(CLibrary.LIBRARY.nameAndVersion(jvmVersion, jvmArguments));
    }

    private static String both(String calls) {
        return NativeLibrary.LIBRARY.nameAndVersion() + ", " + calls;
    }
}
