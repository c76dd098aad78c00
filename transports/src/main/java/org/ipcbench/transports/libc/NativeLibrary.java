package org.ipcbench.transports.libc;

import java.util.List;
import org.ipcbench.transport.Library;

/** The library that makes the calls, which depends on the JVM. */
final class NativeLibrary implements Library {

    @Override
    public String nameAndVersion() {
        return Binding.ofThisJvm().nameAndVersion(System.getProperty("java.version"));
    }

    @Override
    public String nameAndVersion(String jvmVersion, List<String> jvmArguments) {
        return Binding.of(Runtime.Version.parse(jvmVersion), jvmArguments).nameAndVersion(jvmVersion);
    }
}
