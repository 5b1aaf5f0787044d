package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import java.util.function.BiFunction;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.LinkCommand;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.message.LinkManagementCommand;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages links across the tenant boundary, the same on all nodes. A new link needs an existing tenant; a removal does
 * not.
 */
@Component(service = {LinkAdministration.class, LinkManager.class})
public final class LinkManager implements LinkAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final TenantLinks links;
    private final TenantNames names;
    private final NodeOutcome nodeOutcome;
    private final CommandHandlers commands;

    @Activate
    public LinkManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference TenantLinks links,
            @Reference TenantNames names,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.links = requireNonNull(links, "links");
        this.names = requireNonNull(names, "names");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.commands = new CommandHandlers()
                .add(
                        CreateLink.class,
                        handler(
                                Operation.LINK,
                                true,
                                (c, tenant) -> new LinkView(c.component(), tenant, c.service(), c.endpoint())))
                .add(
                        RemoveLink.class,
                        handler(
                                Operation.UNLINK,
                                false,
                                (c, tenant) -> new LinkView(c.component(), tenant, c.service(), c.endpoint())));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private <C extends LinkCommand<Done>> StepHandler<C, LinkView, Done> handler(
            Operation operation, boolean made, BiFunction<C, TenantId, LinkView> link) {
        return StepHandler.<C, LinkView, Done>of(
                        access,
                        operation,
                        (c, references) -> target(link.apply(c, references.tenant(c.tenant()))),
                        (c, references) -> changing(made, link.apply(c, references.tenant(c.tenant()))),
                        (by, c, decided) -> {
                            nodeOutcome.await(by);
                            return Done.DONE;
                        })
                .identifiedBy(nodeOutcome::identified);
    }

    /**
     * Returns the link as an object of the installation. Only the administrator of the installation may open the tenant
     * boundary.
     */
    private static OperationTarget target(LinkView link) {
        return OperationTarget.installation(object(link));
    }

    /** @param made true to add the link, false to remove it */
    private PreparedChange<LinkView> changing(boolean made, LinkView link) {
        return new PreparedChange<>(
                target(link),
                PreparedChange.request(object(link)),
                change -> {
                    check(made, link);
                    change.tell(new LinkManagementCommand(made, link(link)));
                    return link;
                },
                before -> link);
    }

    private void check(boolean made, LinkView link) throws AdministrationException, RegistryException {
        if (made) {
            TenantLookup.notPurged(services.tenants(), link.tenant());
            checkService(link);
        }
        boolean there = links.links().contains(link(link));
        if (made && there) {
            throw new AdministrationException(CONFLICT, "there is this link already");
        }
        if (!made && !there) {
            throw new AdministrationException(NOT_FOUND, "there is no such link");
        }
    }

    /**
     * Refuses a service name that the bus gave. A link would use only its local part, whichever tenant owns the
     * service.
     */
    private void checkService(LinkView link) throws AdministrationException {
        if (names.isGivenByBus(link.service())) {
            throw new AdministrationException(
                    INVALID,
                    link.service() + " is the bus's own name of a tenant's service; a link "
                            + (link.component().isPresent()
                                    ? "to a tenant's endpoint names the service as the tenant's unit does"
                                    : "of a tenant leads to a plain endpoint"));
        }
    }

    private static Link link(LinkView view) {
        return view.component().isPresent()
                ? new ToTenant(view.component().get(), view.tenant(), view.service(), view.endpoint())
                : new ToPlain(view.tenant(), view.service(), view.endpoint());
    }

    @Override
    public Page<LinkView> links(Administrator by, PageRequest page) throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_LINKS,
                OperationTarget.installation("links"),
                caller -> Page.of(links.links().stream().map(LinkManager::view).toList(), page));
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
