package org.esbmt.administration.rest.internal;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** Checks that each package calls only its permitted packages. */
class PackageOrderTest {
    private static final Map<String, Set<String>> CALLS = Map.of(
            "problem", Set.of(),
            "json", Set.of("problem"),
            "route", Set.of("problem", "json"),
            "batch", Set.of("problem", "json"),
            "call", Set.of("problem", "json", "batch", "route"),
            "document", Set.of("problem", "json", "batch", "route", "call"),
            "port", Set.of("problem", "json", "call"));

    @Test
    void eachPackageCallsOnlyThoseOfItsRule() throws IOException {
        PackageRules.below("org.esbmt.administration.rest.internal", CALLS).check();
    }
}
