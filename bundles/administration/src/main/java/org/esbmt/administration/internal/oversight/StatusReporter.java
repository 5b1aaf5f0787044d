package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.tenant.TenantKeyViews;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.Deployer;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Counts tenants and assemblies, tenant by tenant. */
@Component(service = InstallationStatus.class)
public final class StatusReporter implements InstallationStatus {
    private final AccessLayer access;
    private final DynamicServices services;
    private final String version;
    private final InstantSource clock;

    @Activate
    public StatusReporter(
            @Reference AccessLayer access, @Reference DynamicServices services, BundleContext bundleContext) {
        this(access, services, bundleContext.getBundle().getVersion().toString(), InstantSource.system());
    }

    private StatusReporter(AccessLayer access, DynamicServices services, String version, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.version = requireNonNull(version, "version");
        this.clock = requireNonNull(clock, "clock");
    }

    /** A reporter that names this version of the bus. */
    public static StatusReporter of(AccessLayer access, DynamicServices services, String version, InstantSource clock) {
        return new StatusReporter(access, services, version, clock);
    }

    @Override
    public Status status(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.STATUS, OperationTarget.installation("the bus"), caller -> report());
    }

    private Status report() {
        Optional<Deployer> deployer = services.findDeployer();
        Map<TenantView.State, Long> tenants = new EnumMap<>(TenantView.State.class);
        Map<String, Long> assemblies = new TreeMap<>();
        Map<String, Long> expiring = new TreeMap<>();
        Map<String, Long> overdue = new TreeMap<>();
        try {
            Instant now = clock.instant();
            Map<TenantId, Long> expiringKeys = services.keys().expiring(now, now.plus(TenantKeyViews.SOON));
            Map<TenantId, Long> overdueLists = services.authorities().overdue(now);
            Optional<TenantName> last = Optional.empty();
            List<Versioned<Tenant>> part;
            do {
                part = services.tenants().listTenants(TenantQuery.next(last)).entries();
                for (Versioned<Tenant> tenant : part) {
                    last = Optional.of(tenant.value().name());
                    tenants.merge(Views.tenant(tenant).state(), 1L, Long::sum);
                    String name = tenant.value().name().value();
                    put(expiring, name, expiringKeys.get(tenant.value().id()));
                    put(overdue, name, overdueLists.get(tenant.value().id()));
                    deployer.ifPresent(d -> {
                        for (DeployedAssembly a : d.assemblies(tenant.value().id())) {
                            assemblies.merge(a.state().name(), 1L, Long::sum);
                        }
                    });
                }
            } while (!part.isEmpty());
            return new Status(version, Optional.empty(), deployer.isPresent(), tenants, assemblies, expiring, overdue);
        } catch (RegistryException e) {
            return new Status(
                    version, Optional.of(e.getMessage()), deployer.isPresent(), Map.of(), Map.of(), Map.of(), Map.of());
        }
    }

    private static void put(Map<String, Long> numbers, String tenant, Long number) {
        if (number != null) {
            numbers.put(tenant, number);
        }
    }
}
