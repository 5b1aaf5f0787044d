package org.esbmt.administration.soap.internal;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** The packages depend on one another in one direction. */
class PackageOrderTest {
    private static final Map<String, Set<String>> CALLS = Map.of(
            "vocabulary", Set.of(),
            "refusal", Set.of("vocabulary"),
            "contract", Set.of("vocabulary"),
            "payload", Set.of("vocabulary", "refusal"),
            "envelope", Set.of("vocabulary", "refusal"),
            "credential", Set.of("vocabulary", "refusal", "envelope"),
            "cxf", Set.of("vocabulary", "refusal", "contract", "payload", "envelope", "credential"),
            "http", Set.of("vocabulary", "refusal", "contract", "envelope", "credential", "cxf"));

    @Test
    void eachPackageCallsOnlyThoseOfItsRule() throws IOException {
        PackageRules.below("org.esbmt.administration.soap.internal", CALLS).check();
    }
}
