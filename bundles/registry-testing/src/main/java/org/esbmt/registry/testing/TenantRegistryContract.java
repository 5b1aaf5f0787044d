package org.esbmt.registry.testing;

import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.junit.jupiter.api.Nested;

/**
 * What every tenant registry does, story by story. An implementation extends this, opens an empty registry for each test,
 * and is held to all of them.
 */
public abstract class TenantRegistryContract {

    /** One registry as its users see it. */
    public record Registries(TenantRegistry registry, CredentialReader credentials, PepperLedger peppers) {}

    /** A registry that knows nobody; closing it is the implementation's business. */
    protected abstract Registries openEmpty() throws Exception;

    @Nested
    class Tenants extends TenantsContract {
        @Override
        Registries openEmpty() throws Exception {
            return TenantRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Users extends UsersContract {
        @Override
        Registries openEmpty() throws Exception {
            return TenantRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Credentials extends CredentialsContract {
        @Override
        Registries openEmpty() throws Exception {
            return TenantRegistryContract.this.openEmpty();
        }
    }
}
