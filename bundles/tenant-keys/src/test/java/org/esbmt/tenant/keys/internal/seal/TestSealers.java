package org.esbmt.tenant.keys.internal.seal;

import java.util.UUID;

/** Sealers for tests of other packages. */
public final class TestSealers {
    private TestSealers() {}

    /** A sealer of a registry and a key of its own. */
    public static Sealer one() {
        return new Sealer(UUID.randomUUID(), SealingKeys.parse(SealingKeys.generatedLine()));
    }

    /** A line of the file with a generated key. */
    public static String line(int generation) {
        return SealingKeys.generatedLine().replaceFirst("1", Integer.toString(generation)) + "\n";
    }
}
