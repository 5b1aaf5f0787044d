package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Registered services for the tests of administration's adapters: believes every administrator and every document. */
public final class InMemoryRegistrations implements ServiceAdministration {
    private static final UserId SOMEBODY = new UserId(new UUID(1, 1));

    private final Map<ServiceId, Entry> services = new LinkedHashMap<>();
    private Optional<Administrator> lastBy = Optional.empty();

    private static final class Entry {
        private Optional<byte[]> wsdl;
        private final Map<String, byte[]> policies = new TreeMap<>();
        private long revision = 1;

        Entry(Optional<byte[]> wsdl) {
            this.wsdl = wsdl;
        }
    }

    /** Who asked last. */
    public synchronized Optional<Administrator> lastBy() {
        return lastBy;
    }

    @Override
    public synchronized ServiceView register(
            Administrator by, TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        lastBy = Optional.of(by);
        if (services.putIfAbsent(service, new Entry(wsdl)) != null) {
            throw new AdministrationException(CONFLICT, "there is a service " + service + " already");
        }
        return view(tenant, service);
    }

    @Override
    public synchronized ServiceView update(Administrator by, TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        Entry entry = changed(by, service);
        entry.wsdl = wsdl;
        return view(tenant, service);
    }

    @Override
    public synchronized void unregister(Administrator by, TenantId tenant, ServiceId service)
            throws AdministrationException {
        changed(by, service);
        services.remove(service);
    }

    @Override
    public synchronized ServiceView attachPolicy(
            Administrator by, TenantId tenant, ServiceId service, String policy, byte[] document)
            throws AdministrationException {
        changed(by, service).policies.put(policy, document);
        return view(tenant, service);
    }

    @Override
    public synchronized ServiceView detachPolicy(Administrator by, TenantId tenant, ServiceId service, String policy)
            throws AdministrationException {
        if (changed(by, service).policies.remove(policy) == null) {
            throw new AdministrationException(NOT_FOUND, "the service has no policy '" + policy + "'");
        }
        return view(tenant, service);
    }

    @Override
    public synchronized Page<ServiceView> find(
            Administrator by, TenantId tenant, ServiceFilter filter, PageRequest page) {
        List<ServiceView> found = services.keySet().stream()
                .filter(id -> filter.namespace()
                        .map(id.name().getNamespaceURI()::equals)
                        .orElse(true))
                .filter(id -> filter.nameContains()
                        .map(id.name().getLocalPart()::contains)
                        .orElse(true))
                .map(id -> view(tenant, id))
                .toList();
        return page(found, page);
    }

    @Override
    public synchronized byte[] wsdl(Administrator by, TenantId tenant, ServiceId service)
            throws AdministrationException {
        return existing(by, service)
                .wsdl
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the service has no WSDL"));
    }

    @Override
    public synchronized byte[] policy(Administrator by, TenantId tenant, ServiceId service, String policy)
            throws AdministrationException {
        return Optional.ofNullable(existing(by, service).policies.get(policy))
                .orElseThrow(
                        () -> new AdministrationException(NOT_FOUND, "the service has no policy '" + policy + "'"));
    }

    @Override
    public Page<EndpointView> endpoints(Administrator by, TenantId tenant, PageRequest page) {
        QName service = new QName("urn:acme", "Orders");
        EndpointView endpoint = new EndpointView(
                "orders",
                "orders-http",
                "http-bc",
                "CONSUMER",
                service,
                service,
                "soap",
                Optional.of("/tenant-services/" + tenant + "/Orders/soap"));
        return page(List.of(endpoint), page);
    }

    @Override
    public Page<PeriodView> history(Administrator by, TenantId tenant, String assembly, PageRequest page) {
        PeriodView now =
                new PeriodView(assembly, 2, "SWITCH", SOMEBODY, Instant.EPOCH.plusSeconds(60), Optional.empty());
        PeriodView before = new PeriodView(
                assembly, 1, "DEPLOY", SOMEBODY, Instant.EPOCH, Optional.of(Instant.EPOCH.plusSeconds(60)));
        return page(List.of(now, before), page);
    }

    @Override
    public Page<PeriodView> deployedAt(Administrator by, TenantId tenant, Instant at, PageRequest page) {
        return page(List.of(new PeriodView("orders", 2, "SWITCH", SOMEBODY, at, Optional.empty())), page);
    }

    private Entry existing(Administrator by, ServiceId service) throws AdministrationException {
        lastBy = Optional.of(by);
        Entry entry = services.get(service);
        if (entry == null) {
            throw new AdministrationException(NOT_FOUND, "there is no service " + service);
        }
        return entry;
    }

    private Entry changed(Administrator by, ServiceId service) throws AdministrationException {
        Entry entry = existing(by, service);
        entry.revision++;
        return entry;
    }

    private ServiceView view(TenantId tenant, ServiceId id) {
        Entry entry = services.get(id);
        return new ServiceView(
                tenant,
                id,
                entry.wsdl.map(bytes -> HexFormat.of().toHexDigits(bytes.length)),
                new TreeMap<>(entry.policies).navigableKeySet(),
                SOMEBODY,
                Instant.EPOCH,
                entry.revision);
    }

    private static <T> Page<T> page(List<T> all, PageRequest request) {
        List<T> part = new ArrayList<>(all.subList(
                Math.min(request.offset(), all.size()), Math.min(request.offset() + request.limit(), all.size())));
        return new Page<>(part, request.offset(), all.size());
    }
}
