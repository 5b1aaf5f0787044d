package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Links across the tenant boundary of this node. A link needs a tenant that is there; to remove one, nothing. */
@Component(service = LinkAdministration.class)
public final class LinkManager implements LinkAdministration {
    private final AccessLayer access;
    private final BusServices services;
    private final TenantLinks links;
    private final TenantNames names;

    @Activate
    public LinkManager(
            @Reference AccessLayer access,
            @Reference BusServices services,
            @Reference TenantLinks links,
            @Reference TenantNames names) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.links = requireNonNull(links, "links");
        this.names = requireNonNull(names, "names");
    }

    private interface Change {
        boolean of(Link link) throws IOException;
    }

    @Override
    public void link(Administrator by, LinkView link) throws AdministrationException {
        access.perform(by, Operation.LINK, object(link), admin -> {
            boolean there = !link.tenant().equals(TenantRegistry.SYSTEM)
                    && services.tenants().findTenant(link.tenant()).isPresent();
            if (!there) {
                throw new AdministrationException(NOT_FOUND, "there is no tenant " + link.tenant());
            }
            checkService(link);
            if (!changed(link, links::add)) {
                throw new AdministrationException(CONFLICT, "there is this link already");
            }
            return link;
        });
    }

    @Override
    public void unlink(Administrator by, LinkView link) throws AdministrationException {
        access.perform(by, Operation.UNLINK, object(link), admin -> {
            if (!changed(link, links::remove)) {
                throw new AdministrationException(NOT_FOUND, "there is no such link");
            }
            return link;
        });
    }

    /** Of a name that the bus gave, a link would take the local part only, whosever the service is. */
    private void checkService(LinkView link) throws AdministrationException {
        if (names.isGivenByBus(link.service())) {
            throw new AdministrationException(
                    INVALID,
                    link.service() + " is what the bus calls a service of a tenant; a link "
                            + (link.component().isPresent()
                                    ? "to a tenant's endpoint names the service as the tenant's unit does"
                                    : "of a tenant leads to a plain endpoint"));
        }
    }

    private static boolean changed(LinkView view, Change change) throws AdministrationException {
        Link link = view.component().isPresent()
                ? new ToTenant(view.component().get(), view.tenant(), view.service(), view.endpoint())
                : new ToPlain(view.tenant(), view.service(), view.endpoint());
        try {
            return change.of(link);
        } catch (IOException e) {
            throw new AdministrationException(INTERNAL, "the links cannot be kept; is the disk full?", e);
        }
    }

    @Override
    public List<LinkView> links(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_LINKS, "links", admin -> links.links().stream()
                .map(LinkManager::view)
                .toList());
    }

    private static LinkView view(Link link) {
        Optional<String> component = link instanceof ToTenant t ? Optional.of(t.component()) : Optional.empty();
        return new LinkView(component, link.tenant(), link.service(), link.endpoint());
    }

    private static String object(LinkView link) {
        String endpoint = "endpoint " + link.endpoint() + " of " + link.service();
        return link.component()
                .map(c -> "component " + c + " to " + endpoint + " of tenant " + link.tenant())
                .orElse("tenant " + link.tenant() + " to plain " + endpoint);
    }
}
