package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.administration.testing.InMemoryCommands.id;

import java.time.Instant;
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
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ServiceCommand;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Registered services for the tests of administration's adapters. It accepts every administrator and every document.
 */
public final class InMemoryRegistrations implements ServiceAdministration {
    private static final UserId SOMEBODY = new UserId(new UUID(1, 1));

    private final Map<ServiceId, Entry> services = new LinkedHashMap<>();
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(ServiceCommand.RegisterService.class, (by, c) -> {
                if (services.putIfAbsent(c.service(), new Entry(c.wsdl())) != null) {
                    throw new AdministrationException(CONFLICT, "there is a service " + c.service() + " already");
                }
                return view(id(c.tenant()), c.service());
            })
            .on(ServiceCommand.UpdateService.class, (by, c) -> {
                changed(c.service()).wsdl = c.wsdl().map(InMemoryCommands::bytes);
                return view(id(c.tenant()), c.service());
            })
            .does(ServiceCommand.UnregisterService.class, (by, c) -> {
                changed(c.service());
                services.remove(c.service());
            })
            .on(ServiceCommand.AttachPolicy.class, (by, c) -> {
                changed(c.service()).policies.put(c.policy(), InMemoryCommands.bytes(c.document()));
                return view(id(c.tenant()), c.service());
            })
            .on(ServiceCommand.DetachPolicy.class, (by, c) -> {
                if (changed(c.service()).policies.remove(c.policy()) == null) {
                    throw new AdministrationException(NOT_FOUND, "the service has no policy '" + c.policy() + "'");
                }
                return view(id(c.tenant()), c.service());
            });

    public InMemoryCommands commands() {
        return commands;
    }

    private static final class Entry {
        private Optional<byte[]> wsdl;
        private final Map<String, byte[]> policies = new TreeMap<>();
        private long revision = 1;

        Entry(Optional<Content> wsdl) {
            this.wsdl = wsdl.map(InMemoryCommands::bytes);
        }
    }

    @Override
    public Page<ServiceView> find(Administrator by, TenantId tenant, ServiceFilter filter, PageRequest page) {
        List<ServiceView> found = services.keySet().stream()
                .filter(id -> filter.namespace()
                        .map(id.name().getNamespaceURI()::equals)
                        .orElse(true))
                .filter(id -> filter.nameContains()
                        .map(id.name().getLocalPart()::contains)
                        .orElse(true))
                .map(id -> view(tenant, id))
                .toList();
        return Page.of(found, page);
    }

    @Override
    public byte[] wsdl(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException {
        return existing(service)
                .wsdl
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the service has no WSDL"));
    }

    @Override
    public byte[] policy(Administrator by, TenantId tenant, ServiceId service, String policy)
            throws AdministrationException {
        return Optional.ofNullable(existing(service).policies.get(policy))
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
        return Page.of(List.of(endpoint), page);
    }

    @Override
    public Page<PeriodView> history(Administrator by, TenantId tenant, String assembly, PageRequest page) {
        PeriodView now =
                new PeriodView(assembly, 2, "SWITCH", SOMEBODY, Instant.EPOCH.plusSeconds(60), Optional.empty());
        PeriodView before = new PeriodView(
                assembly, 1, "DEPLOY", SOMEBODY, Instant.EPOCH, Optional.of(Instant.EPOCH.plusSeconds(60)));
        return Page.of(List.of(now, before), page);
    }

    @Override
    public Page<PeriodView> deployedAt(Administrator by, TenantId tenant, Instant at, PageRequest page) {
        return Page.of(List.of(new PeriodView("orders", 2, "SWITCH", SOMEBODY, at, Optional.empty())), page);
    }

    private Entry existing(ServiceId service) throws AdministrationException {
        Entry entry = services.get(service);
        if (entry == null) {
            throw new AdministrationException(NOT_FOUND, "there is no service " + service);
        }
        return entry;
    }

    private Entry changed(ServiceId service) throws AdministrationException {
        Entry entry = existing(service);
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
}
