package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class InMemoryTenantKeysTest extends TenantKeysContract {

    @Override
    protected Registries openEmpty() {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        return new Registries(tenants, tenants, new InMemoryTenantKeyStore(tenants), new InMemorySealingLedger());
    }

    @Test
    void aUnitOfWorkThatFailsLeavesThemAsTheyWere() throws Exception {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        InMemoryTenantKeyStore store = new InMemoryTenantKeyStore(tenants);
        TenantId acme = ContactsContract.create(tenants, "acme");
        TenantKey before = key(acme, "before");
        store.add(before);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new InMemoryUnitOfWork(tenants, store).run(transaction -> {
                    store.revoke(acme, before.id(), NOW);
                    store.putSecret(secret(acme, "after"), 0);
                    throw new IOException("no");
                }));
        assertThat(store.keys(acme)).containsExactly(before);
        assertThat(store.secrets(acme)).isEmpty();
    }
}
