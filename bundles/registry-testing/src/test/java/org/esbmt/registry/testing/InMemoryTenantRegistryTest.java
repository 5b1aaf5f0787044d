package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.junit.jupiter.api.Test;

class InMemoryTenantRegistryTest extends TenantRegistryContract {

    @Override
    protected Registries openEmpty() {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        return new Registries(registry, registry, registry);
    }

    @Test
    void goesAwayAndComesBack() throws Exception {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        registry.goAway();
        assertThatExceptionOfType(RegistryException.Unavailable.class)
                .isThrownBy(() -> registry.findTenant(TenantRegistry.SYSTEM));
        registry.comeBack();
        assertThat(registry.findTenant(TenantRegistry.SYSTEM)).isPresent();
    }
}
