package org.esbmt.tenant.keys.internal.seal;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantKeyStore.Contents;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenant.keys.internal.seal.Sealer.CannotOpenException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals values anew with the present sealing key, each in a transaction of its own and only in place of what was read. So
 * after a crash at any moment each value opens with one key of the file, and several nodes may do it at once. A value is
 * never sealed with an earlier key.
 */
final class Resealing {
    private static final Logger LOG = LoggerFactory.getLogger(Resealing.class);

    private final TenantKeyStore store;
    private final CredentialReader tenants;
    private final Sealer sealer;
    private int done;
    private int left;

    Resealing(TenantKeyStore store, CredentialReader tenants, Sealer sealer) {
        this.store = requireNonNull(store, "store");
        this.tenants = requireNonNull(tenants, "tenants");
        this.sealer = requireNonNull(sealer, "sealer");
    }

    /**
     * The outcome of one round.
     *
     * @param done the number of values that were sealed anew
     * @param left the number of values under earlier keys that could not be opened
     */
    record Outcome(int done, int left) {}

    /** Looks at all values of all tenants. Ends early in an interrupted thread. */
    Outcome run() throws RegistryException {
        for (TenantId tenant : tenants.tenants()) {
            Contents contents = store.contents(tenant);
            for (TenantKey key : contents.keys()) {
                SealedValue before = key.sealed().orElseThrow();
                Optional<SealedValue> next = anew(SealedPlace.of(key), before);
                if (next.isPresent() && store.reseal(tenant, key.id(), before, next.get())) {
                    done++;
                }
            }
            for (TenantSecret secret : contents.secrets()) {
                Optional<SealedValue> next = anew(SealedPlace.of(secret), secret.sealed());
                if (next.isPresent() && store.reseal(tenant, secret.name(), secret.sealed(), next.get())) {
                    done++;
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return new Outcome(done, left);
    }

    private Optional<SealedValue> anew(SealedPlace place, SealedValue before) {
        if (before.generation() >= sealer.generation()) {
            return Optional.empty();
        }
        try {
            byte[] value = sealer.open(place, before);
            try {
                return Optional.of(sealer.seal(place, value));
            } finally {
                Arrays.fill(value, (byte) 0);
            }
        } catch (CannotOpenException e) {
            left++;
            LOG.error("A key or secret cannot be sealed anew: {}.", e.getMessage());
            return Optional.empty();
        }
    }
}
