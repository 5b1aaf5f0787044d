package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import org.esbmt.registry.api.AccessCredential;
import org.junit.jupiter.api.Test;

class InMemoryAccessCredentialsTest extends AccessCredentialsContract {

    @Override
    protected Registries openEmpty() {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        return new Registries(tenants, new InMemoryAccessCredentials(tenants));
    }

    @Test
    void aUnitOfWorkThatFailsLeavesThemAsTheyWere() throws Exception {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        InMemoryAccessCredentials credentials = new InMemoryAccessCredentials(tenants);
        Owner boss = create(tenants, "acme");
        AccessCredential before = token(boss, "before");
        credentials.add(before);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new InMemoryUnitOfWork(tenants, credentials).run(transaction -> {
                    credentials.revoke(boss.tenant(), before.id(), NOW);
                    credentials.add(token(boss, "after"));
                    throw new IOException("no");
                }));
        assertThat(credentials.ofUser(boss.tenant(), boss.user())).containsExactly(before);
    }
}
