package org.esbmt.registry.testing;

import org.esbmt.registry.api.service.ServiceRegistry;
import org.junit.jupiter.api.Nested;

/**
 * What every service registry does, story by story. An implementation extends this, opens an empty registry for each test,
 * and is held to all of them.
 */
public abstract class ServiceRegistryContract {

    /** A registry that knows nothing; closing it is the implementation's business. */
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
