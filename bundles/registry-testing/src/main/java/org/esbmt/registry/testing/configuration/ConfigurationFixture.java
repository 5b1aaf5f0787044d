package org.esbmt.registry.testing.configuration;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract.Registries;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;

/** The common part of the parts of {@link ConfigurationRegistryContract}. */
abstract class ConfigurationFixture {
    static final UserId BY = new UserId(UUID.randomUUID());
    static final TenantId ACME = new TenantId(UUID.randomUUID());
    static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    static final Slice FIRST = new Slice(0, 100);
    static final Sha256 STATE = digest("state");
    /** Texts that a careless statement would execute, or a careless pattern would match. */
    static final List<String> ATTACKS =
            List.of("'||(1/0)||'", "';DROP/**/TABLE/**/quota;--", "%", "_", "\\", "$$", "?", "''");

    Registries registry;

    abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        registry = openEmpty();
    }

    static Sha256 digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }

    Cluster cluster(String name) throws RegistryException {
        return registry.clusters().createCluster(new ClusterName(name), BY);
    }

    InstanceId node(ClusterId cluster) throws RegistryException {
        InstanceId node = InstanceId.random();
        registry.membership().register(cluster, node, new HostName("host.example"));
        return node;
    }

    JbiComponent component(String name, String version) throws RegistryException {
        return registry.catalog()
                .define(
                        new NewComponent(
                                new ComponentName(name),
                                version,
                                ComponentKind.SERVICE_ENGINE,
                                Optional.of(digest(name + version)),
                                true),
                        BY);
    }

    List<Versioned<Contingent>> contingents(TenantId tenant) throws RegistryException {
        return registry.contingents()
                .listContingents(tenant, ContingentQuery.all(FIRST))
                .entries();
    }

    LoggedOperation append(NewOperation operation) throws RegistryException {
        return registry.log().append(operation, ConfigurationFixture::payload);
    }

    /** Like a sealed payload: different for each revision. */
    static Payload payload(long revision) {
        return Payload.of(("payload of " + revision).getBytes(StandardCharsets.UTF_8));
    }

    static NewOperation operation(ClusterId cluster) {
        return operation(OperationId.random(), cluster, "request");
    }

    static NewOperation operation(OperationId id, ClusterId cluster, String request) {
        return new NewOperation(
                id, cluster, Optional.of(ACME), BY, "ASSEMBLY_DEPLOY", digest(request), Optional.empty());
    }
}
