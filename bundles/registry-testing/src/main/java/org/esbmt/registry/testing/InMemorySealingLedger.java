package org.esbmt.registry.testing;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.registry.api.SealingLedger;

/** Fingerprints without a database. */
public final class InMemorySealingLedger implements SealingLedger {
    private final UUID registry = UUID.randomUUID();
    private final SortedMap<Integer, String> recorded = new TreeMap<>();

    @Override
    public UUID registry() {
        return registry;
    }

    @Override
    public synchronized SortedMap<Integer, String> fingerprints() {
        return new TreeMap<>(recorded);
    }

    @Override
    public synchronized String record(int generation, String fingerprint) {
        return recorded.computeIfAbsent(generation, none -> fingerprint);
    }
}
