package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JvmTest {
    @TempDir
    private Path home;

    @Test
    void currentOneIsFoundAtItsHome() {
        Jvm current = Jvm.current();

        assertThat(Jvm.at(current.home())).isEqualTo(current);
        assertThat(current.executable()).isExecutable();
        assertThat(current.feature()).isEqualTo(Runtime.version().feature());
    }

    @ParameterizedTest
    @CsvSource({"17, 17", "17.0.15, 17", "25.0.1, 25", "26-ea, 26"})
    void featureVersionComesFromTheReleaseFile(String version, int feature) throws IOException {
        install("JAVA_VERSION=\"%s\"".formatted(version));

        assertThat(Jvm.at(home)).isEqualTo(new Jvm(home, version));
        assertThat(Jvm.at(home).feature()).isEqualTo(feature);
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.0.22", "16.0.2", "1.8.0_392"})
    void olderOneIsRefusedByItsVersion(String version) throws IOException {
        install("JAVA_VERSION=\"%s\"".formatted(version));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jvm.at(home))
                .withMessage("'%s' is Java '%s'; 17 or later is required", home, version);
    }

    @Test
    void releaseFileWithoutVersionIsRefused() throws IOException {
        install("IMPLEMENTOR=\"N.N.\"");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jvm.at(home))
                .withMessageContaining("17 or later is required");
    }

    @Test
    void missingReleaseFileIsNamed() throws IOException {
        installExecutable();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jvm.at(home))
                .withMessage("'%s' has no readable file 'release' with its version; give a Java home directory", home);
    }

    @Test
    void missingDirectoryIsRefused() {
        Path missing = home.resolve("missing");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jvm.at(missing))
                .withMessage("'%s' contains no bin/java; give a Java home directory", missing);
    }

    private void install(String release) throws IOException {
        installExecutable();
        Files.writeString(home.resolve("release"), release);
    }

    private void installExecutable() throws IOException {
        Files.createDirectory(home.resolve("bin"));
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
