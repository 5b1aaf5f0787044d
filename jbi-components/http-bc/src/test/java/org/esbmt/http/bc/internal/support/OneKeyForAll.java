package org.esbmt.http.bc.internal.support;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.TenantId;

/** Every tenant has one key, for each purpose. */
public final class OneKeyForAll implements TenantKeys {
    private final KeySet keys;

    public OneKeyForAll(SigningClient owner) throws Exception {
        List<OwnKey> all = new ArrayList<>();
        for (KeyPurpose purpose : KeyPurpose.values()) {
            all.add(new OwnKey(purpose.name(), purpose, owner.key(), List.of(owner.certificate()), Optional.empty()));
        }
        keys = new KeySet(all, InstantSource.system());
    }

    @Override
    public Optional<KeySet> known(TenantId tenant) {
        return Optional.of(keys);
    }

    @Override
    public CompletionStage<KeySet> of(TenantId tenant) {
        return CompletableFuture.completedStage(keys);
    }
}
