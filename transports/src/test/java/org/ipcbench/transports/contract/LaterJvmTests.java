package org.ipcbench.transports.contract;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Test classes, run in a JVM of their own without Maven. */
public final class LaterJvmTests {
    private LaterJvmTests() {}

    /**
     * Started by {@link LaterJvmIT}; says what failed, and how many tests succeeded.
     *
     * @param arguments a package, and a pattern for the names of test classes
     */
    public static void main(String[] arguments) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectPackage(arguments[0]))
                .filters(includeClassNamePatterns(arguments[1]), excludeTags("full", "matrix"))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.getFailures()
                .forEach(failure -> System.out.println(
                        failure.getTestIdentifier().getDisplayName() + ": " + failure.getException()));
        System.out.println(summary.getTestsSucceededCount());
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
