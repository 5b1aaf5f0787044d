package org.esbmt.registry.testing;

import org.esbmt.registry.api.service.ServiceRegistry;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every service registry. An implementation extends this class and opens an empty registry for each
 * test; all tests must pass.
 */
public abstract class ServiceRegistryContract {

    /** A registry without data; the implementation closes it. */
    protected abstract ServiceRegistry openEmpty() throws Exception;

    @Nested
    class Deployments extends DeploymentsContract {
        @Override
        ServiceRegistry openEmpty() throws Exception {
            return ServiceRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class DeploymentHistory extends DeploymentHistoryContract {
        @Override
        ServiceRegistry openEmpty() throws Exception {
            return ServiceRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Services extends ServicesContract {
        @Override
        ServiceRegistry openEmpty() throws Exception {
            return ServiceRegistryContract.this.openEmpty();
        }
    }
}
