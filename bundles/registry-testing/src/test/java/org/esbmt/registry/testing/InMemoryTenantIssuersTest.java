package org.esbmt.registry.testing;

class InMemoryTenantIssuersTest extends TenantIssuersContract {

    @Override
    protected IssuerRegistries openEmpty() {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        return new IssuerRegistries(tenants, tenants, new InMemoryTenantKeyStore(tenants), tenants.issuers());
    }
}
