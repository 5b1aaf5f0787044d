package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Instant;
import org.esbmt.registry.api.UserCertificate;
import org.junit.jupiter.api.Test;

class InMemoryUserCertificatesTest extends UserCertificatesContract {

    @Override
    protected Registries openEmpty() {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        return new Registries(registry, registry.certificates(), registry);
    }

    @Test
    void aUnitOfWorkThatFailsLeavesThemAsTheyWere() throws Exception {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        Owner boss = create(registry, "acme");
        UserCertificate before = certificate(boss, "before");
        registry.certificates().register(before);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new InMemoryUnitOfWork(registry).run(transaction -> {
                    registry.certificates().revoke(boss.tenant(), before.digest(), Instant.EPOCH);
                    registry.certificates().register(certificate(boss, "after"));
                    throw new IOException("no");
                }));

        assertThat(registry.certificates().find(boss.tenant(), before.digest())).contains(before);
        assertThat(registry.certificates()
                        .find(boss.tenant(), certificate(boss, "after").digest()))
                .isEmpty();
    }
}
