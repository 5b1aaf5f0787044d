package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;

/** The common part of the parts of {@link ServiceRegistryContract}: an empty registry, and entries for it. */
abstract class ServiceRegistryFixture {
    static final TenantId ACME = new TenantId(UUID.randomUUID());
    static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    static final UserId BY = new UserId(UUID.randomUUID());
    static final UserId ANOTHER = new UserId(UUID.randomUUID());
    static final Slice FIRST = new Slice(0, 100);
    static final AssemblyName ORDERS = new AssemblyName("orders");

    ServiceRegistry registry;

    abstract ServiceRegistry openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        registry = openEmpty();
    }

    Digest put(TenantId tenant, String content) throws RegistryException {
        return registry.putArtifact(tenant, content.getBytes(UTF_8));
    }

    /** Puts the artifacts. The assembly is for the whole tenant, with one unit. */
    AssemblyContent content(TenantId tenant, String name, String archive, Endpoint... endpoints)
            throws RegistryException {
        return new AssemblyContent(
                new AssemblyName(name),
                "The " + archive,
                Optional.empty(),
                put(tenant, archive),
                put(tenant, archive + " rewritten"),
                List.of(new ServiceUnit("unit", "http-bc", List.of(endpoints))));
    }

    /** An assembly with its own endpoint and path. */
    AssemblyContent content(TenantId tenant, String name, String archive) throws RegistryException {
        return content(tenant, name, archive, provider(tenant, name), consumer(tenant, name));
    }

    Versioned<Deployment> deploy(TenantId tenant, String name) throws RegistryException {
        return registry.deploy(tenant, content(tenant, name, "archive of " + name), BY);
    }

    static Endpoint provider(TenantId tenant, String local) {
        return new Endpoint(
                Direction.PROVIDER,
                new QName("urn:example", local),
                new QName("jbimulti2:tenant-endpoints/" + tenant, local),
                "soap",
                Optional.empty());
    }

    static Endpoint consumer(TenantId tenant, String local) {
        return new Endpoint(
                Direction.CONSUMER,
                new QName("urn:example", local),
                new QName("jbimulti2:tenant-endpoints/" + tenant, local),
                "http",
                Optional.of("/tenant-services/" + tenant + "/" + local + "/http"));
    }
}
