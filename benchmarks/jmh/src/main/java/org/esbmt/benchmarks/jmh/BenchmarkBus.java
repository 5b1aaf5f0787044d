package org.esbmt.benchmarks.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;
import javax.jbi.JBIException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;

/**
 * The container with a consumer, a provider, one endpoint of the measured tenant, and a given number of endpoints of other tenants,
 * ten for each.
 */
final class BenchmarkBus implements AutoCloseable {
    static final QName SERVICE = new QName("urn:orders", "OrderService");
    static final String ENDPOINT = "soap";

    final TenantId tenant = new TenantId(new UUID(0, 1));
    final Owner owner = Owner.of(tenant);
    final AuthenticatedCaller caller = new AuthenticatedCaller(new TenantPrincipal(tenant, new UserId(new UUID(0, 2))));
    final BenchmarkComponent provider;
    final BenchmarkComponent consumer;
    final ServiceEndpoint endpoint;
    final JbiEnvironment bus;
    private final Path folder;

    BenchmarkBus(int others, BenchmarkComponent provider, BenchmarkComponent consumer)
            throws IOException, JBIException {
        this.folder = Files.createTempDirectory("benchmark");
        this.provider = provider;
        this.consumer = consumer;
        bus = new JbiEnvironment(
                new SameTenantBoundary(), new TenantNames(TenantNames.DEFAULT_PREFIX), folder, 256, 32);
        start("provider", provider);
        start("consumer", consumer);
        endpoint = provider.context().activateEndpoint(owner, SERVICE, ENDPOINT);
        for (int i = 0; i < others; i++) {
            Owner other = Owner.of(new TenantId(new UUID(1, i / 10)));
            provider.context().activateEndpoint(other, new QName("urn:orders", "Service" + i % 10), ENDPOINT);
        }
    }

    private void start(String name, BenchmarkComponent component) throws JBIException {
        new ManagedComponent(bus, name, InstalledComponent.Type.SERVICE_ENGINE, "", component).start();
    }

    @Override
    public void close() throws IOException {
        bus.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        }
    }
}
