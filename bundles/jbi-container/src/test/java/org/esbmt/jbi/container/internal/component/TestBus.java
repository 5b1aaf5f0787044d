package org.esbmt.jbi.container.internal.component;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.jbi.JBIException;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;

/** A real bus with the tenants acme and globex, and its folder. */
public final class TestBus implements AutoCloseable {
    public static final TenantId ACME = new TenantId(new UUID(0, 0xac));
    public static final TenantId GLOBEX = new TenantId(new UUID(0, 0x90));
    public static final Owner OF_ACME = Owner.of(ACME);
    public static final Owner OF_GLOBEX = Owner.of(GLOBEX);
    public static final QName SERVICE = new QName("urn:orders", "OrderService");

    public final Path folder;
    public final JbiEnvironment bus;
    private final Deque<ManagedComponent> components = new ArrayDeque<>();

    public TestBus() {
        this(4, 8);
    }

    public TestBus(int requestsPerTenant, int inlineDepth) {
        this(new SameTenantBoundary(), requestsPerTenant, inlineDepth);
    }

    public TestBus(TenantBoundary boundary) {
        this(boundary, 4, 8);
    }

    private TestBus(TenantBoundary boundary, int requestsPerTenant, int inlineDepth) {
        try {
            folder = Files.createTempDirectory("bus");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bus = new JbiEnvironment(
                boundary, new TenantNames(TenantNames.DEFAULT_PREFIX), folder, requestsPerTenant, inlineDepth);
    }

    public static Subject subject(TenantId... tenants) {
        Subject subject = new Subject();
        for (TenantId tenant : tenants) {
            subject.getPrincipals().add(principal(tenant));
        }
        return subject;
    }

    public static TenantPrincipal principal(TenantId tenant) {
        return new TenantPrincipal(tenant, new UserId(new UUID(1, 1)));
    }

    public static Subject readOnlySubject(TenantId tenant) {
        return new Subject(true, Set.of(principal(tenant)), Set.of(), Set.of());
    }

    public <C extends javax.jbi.component.Component> C start(String name, C component) {
        ManagedComponent managed =
                new ManagedComponent(bus, name, InstalledComponent.Type.SERVICE_ENGINE, "", component);
        components.push(managed);
        try {
            managed.start();
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        return component;
    }

    public ManagedComponent managed(String name) {
        return components.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        try {
            for (ManagedComponent component : components) {
                if (component.state() == InstalledComponent.State.STARTED) {
                    component.stop();
                }
                component.shutDown();
            }
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        bus.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
