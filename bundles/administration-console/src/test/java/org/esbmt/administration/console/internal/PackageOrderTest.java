package org.esbmt.administration.console.internal;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** Checks that each package calls only its permitted packages. */
class PackageOrderTest {
    /** The build makes the package of the templates. */
    private static final Map<String, Set<String>> CALLS = Map.of(
            "text", Set.of(),
            "view", Set.of(),
            "message", Set.of(),
            "web", Set.of("text", "view", "templates"),
            "page", Set.of("view", "web", "message"));

    @Test
    void eachPackageCallsOnlyThoseOfItsRule() throws IOException {
        PackageRules.below("org.esbmt.administration.console.internal", CALLS).check();
    }
}
