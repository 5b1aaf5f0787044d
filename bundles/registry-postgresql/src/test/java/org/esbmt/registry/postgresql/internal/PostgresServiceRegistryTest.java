package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.registry.testing.ServiceRegistryContract;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of every service registry, on a real PostgreSQL with the rights of the running bus. */
class PostgresServiceRegistryTest extends ServiceRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected ServiceRegistry openEmpty() throws Exception {
        transactions = SERVER.emptyRegistry(RegistryDatabase.SERVICE);
        return new PostgresServiceRegistry(transactions);
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    @Test
    void deploymentsSurviveARestart() throws Exception {
        TenantId tenant = new TenantId(UUID.randomUUID());
        ServiceRegistry registry = openEmpty();
        Digest digest = registry.putArtifact(tenant, new byte[] {1, 2, 3});
        AssemblyContent content =
                new AssemblyContent(new AssemblyName("orders"), "", Optional.empty(), digest, digest, List.of());
        Versioned<Deployment> deployed = registry.deploy(tenant, content, new UserId(UUID.randomUUID()));
        transactions.close();

        SERVER.postgres().stop();
        SERVER.postgres().startAgain();

        transactions = SERVER.through(SERVER.postgres().port());
        ServiceRegistry again = new PostgresServiceRegistry(transactions);
        assertThat(again.findDeployment(tenant, new AssemblyName("orders"))).contains(deployed);
        assertThat(again.findArtifact(tenant, digest)).contains(new byte[] {1, 2, 3});
    }
}
