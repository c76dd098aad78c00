package org.ipcbench;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;

/** The limit of the size of packages, which the tests of modules share. */
public final class PackageSizes {
    /** As many, its package-info among them, as one can still take in. */
    private static final int MAX_FILES = 25;

    private PackageSizes() {}

    public static void requireFewFiles(JavaClasses classes) {
        Map<String, Long> files = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(groupingBy(JavaClass::getPackageName, counting()));

        assertThat(files)
                .allSatisfy((name, number) -> assertThat(number)
                        .as("files of %s, which has sub-rooms if they are more", name)
                        .isLessThanOrEqualTo(MAX_FILES));
    }
}
