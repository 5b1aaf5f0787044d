package org.esbmt.registry.testing;

class InMemoryTenantPartnersTest extends TenantPartnersContract {

    @Override
    protected PartnerRegistries openEmpty() {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        return new PartnerRegistries(tenants, tenants, new InMemoryTenantKeyStore(tenants), tenants.partners());
    }
}
