package org.esbmt.administration.internal;

import java.io.IOException;
import java.util.List;
import org.esbmt.testing.PackageRules;
import org.junit.jupiter.api.Test;

/** Checks the order of the packages: each calls those before it, and none after it. */
class PackageOrderTest {
    private static final List<String> ORDER = List.of(
            "registry",
            "policy",
            "change",
            "login",
            "quota",
            "tenant",
            "assembly",
            "component",
            "batch",
            "traffic",
            "oversight");

    @Test
    void eachPackageCallsOnlyThoseOfItsRule() throws IOException {
        PackageRules.inOrderBelow("org.esbmt.administration.internal", ORDER).check();
    }
}
