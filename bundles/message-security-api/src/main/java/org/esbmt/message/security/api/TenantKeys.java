package org.esbmt.message.security.api;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The private keys and secrets of tenants, for the message path. It is in service once the node has the sealing key of the
 * installation. A revoked key is in no result 2 seconds after its revocation, on a node without the registry 60 seconds
 * after it. Callers keep a {@link KeySet} for one message at most.
 */
@ProviderType
public interface TenantKeys {

    /**
     * The keys of a tenant, if they were read a short time ago. Any thread, event loops too: never blocks. Empty says
     * nothing about the keys.
     */
    Optional<KeySet> known(TenantId tenant);

    /**
     * The keys of a tenant. Never blocks; the stage completes at once, or in a thread of this service, which the caller
     * leaves soon. A tenant without keys has an empty set. The stage completes with a
     * {@link TenantKeysUnavailableException} while the keys cannot be read.
     */
    CompletionStage<KeySet> of(TenantId tenant);
}
