package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.traffic.TrafficRecorder;
import org.esbmt.administration.internal.traffic.TrafficRecorder.Traffic;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the recorded traffic of this node. */
@Component(service = TrafficAdministration.class)
public final class TrafficQueries implements TrafficAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final TrafficRecorder recorder;

    @Activate
    public TrafficQueries(
            @Reference AccessLayer access, @Reference DynamicServices services, @Reference TrafficRecorder recorder) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.recorder = requireNonNull(recorder, "recorder");
    }

    @Override
    public Page<TrafficView> tenants(Administrator by, PageRequest page) throws AdministrationException {
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_TRAFFIC, OperationTarget.installation("traffic"), caller -> {
            List<Traffic<TenantId>> all = recorder.tenants();
            List<TrafficView> part = new ArrayList<>();
            for (Traffic<TenantId> each : part(all, page)) {
                part.add(view(each.of(), name(each.of()), Optional.empty(), each));
            }
            return new Page<>(part, page.offset(), all.size());
        });
    }

    @Override
    public Page<TrafficView> endpoints(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        requireNonNull(page, "page");
        return access.perform(by, Operation.SHOW_TRAFFIC, OperationTarget.of(tenant), caller -> {
            List<Traffic<TrafficMeter>> all = recorder.endpoints(tenant);
            Optional<String> name = name(tenant);
            List<TrafficView> part = part(all, page).stream()
                    .map(each -> view(tenant, name, each.of().address().map(TrafficQueries::endpoint), each))
                    .toList();
            return new Page<>(part, page.offset(), all.size());
        });
    }

    @Override
    public History installationHistory(Administrator by, Span span) throws AdministrationException {
        requireNonNull(span, "span");
        return access.perform(
                by,
                Operation.LIST_TRAFFIC,
                OperationTarget.installation("traffic"),
                caller -> new History(services.here(), span, recorder.samples(span)));
    }

    @Override
    public History tenantHistory(Administrator by, TenantId tenant, Span span) throws AdministrationException {
        requireNonNull(span, "span");
        return access.perform(
                by,
                Operation.SHOW_TRAFFIC,
                OperationTarget.of(tenant),
                caller -> new History(services.here(), span, recorder.samples(tenant, span)));
    }

    private static <T> List<T> part(List<T> all, PageRequest page) {
        return all.stream().skip(page.offset()).limit(page.limit()).toList();
    }

    private TrafficView view(TenantId tenant, Optional<String> name, Optional<Endpoint> endpoint, Traffic<?> traffic) {
        Optional<UUID> node = services.here();
        return new TrafficView(node, tenant, name, endpoint, traffic.inFlight(), traffic.total(), traffic.lastMinute());
    }

    private static Endpoint endpoint(TrafficMeter.Address address) {
        return new Endpoint(address.service(), address.endpoint(), address.path());
    }

    private Optional<String> name(TenantId tenant) throws RegistryException {
        return services.tenants()
                .findTenant(tenant)
                .map(found -> found.value().name().value());
    }
}
