package org.esbmt.administration.jmx.internal;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** Checks that each package calls only its permitted packages. */
class PackageOrderTest {
    private static final Map<String, Set<String>> CALLS = Map.of(
            "mbean", Set.of(),
            "notification", Set.of("mbean"),
            "administration", Set.of("mbean", "notification"),
            "connector", Set.of("mbean", "notification"),
            "karaf", Set.of());

    @Test
    void eachPackageCallsOnlyThoseOfItsRule() throws IOException {
        PackageRules.below("org.esbmt.administration.jmx.internal", CALLS).check();
    }
}
