package org.esbmt.registry.testing;

import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every tenant registry. An implementation extends this class and opens an empty registry for each
 * test; all tests must pass.
 */
public abstract class TenantRegistryContract {

    /** One registry with its services for clients. */
    public record Registries(TenantRegistry registry, CredentialReader credentials, PepperLedger peppers) {}

    /** A registry without tenants; the implementation closes it. */
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
