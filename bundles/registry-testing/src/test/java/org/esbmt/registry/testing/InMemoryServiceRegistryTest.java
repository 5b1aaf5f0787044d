package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class InMemoryServiceRegistryTest extends ServiceRegistryContract {

    @Override
    protected ServiceRegistry openEmpty() {
        return new InMemoryServiceRegistry();
    }

    @Test
    void goesAwayAndComesBack() throws Exception {
        InMemoryServiceRegistry registry = new InMemoryServiceRegistry();
        TenantId tenant = new TenantId(UUID.randomUUID());
        registry.goAway();
        assertThatExceptionOfType(RegistryException.Unavailable.class)
                .isThrownBy(() -> registry.listDeployments(tenant, new Slice(0, 1)));
        registry.comeBack();
        assertThat(registry.listDeployments(tenant, new Slice(0, 1)).total()).isZero();
    }
}
