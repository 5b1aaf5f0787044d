package org.esbmt.registry.testing;

class InMemoryTenantAuthoritiesTest extends TenantAuthoritiesContract {
    @Override
    protected AuthorityRegistries openEmpty() {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        return new AuthorityRegistries(
                registry, registry, new InMemoryTenantKeyStore(registry), registry.authorities());
    }
}
