package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.LINKS;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.ENDPOINT;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.LINKED_SERVICE;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.PLAIN_COMPONENT;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;

/** Links across the tenant boundary. A link exists or does not, so it has no revision. */
final class LinkEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(
                            LINKS,
                            "listLinks",
                            "Links, page by page: 'tenant <identifier> to plain <service> <endpoint>', or 'component <name> to"
                                    + " tenant ...'.",
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.LINK),
                            LinkAdministration.class,
                            (links, by, with) -> links.links(by, with.page())),
            Entry.makes(LINKS, "linkToPlain", "Lets a tenant reach a plain endpoint.", TENANT, LINKED_SERVICE, ENDPOINT)
                    .executes(nothing(), CreateLink.class, with -> new CreateLink(toPlain(with))),
            Entry.makes(
                            LINKS,
                            "unlinkFromPlain",
                            "Takes from a tenant that it reaches a plain endpoint.",
                            TENANT,
                            LINKED_SERVICE,
                            ENDPOINT)
                    .executes(nothing(), RemoveLink.class, with -> new RemoveLink(toPlain(with))),
            Entry.makes(
                            LINKS,
                            "linkToTenant",
                            "Lets a plain component reach an endpoint of a tenant.",
                            PLAIN_COMPONENT,
                            TENANT,
                            LINKED_SERVICE,
                            ENDPOINT)
                    .executes(nothing(), CreateLink.class, with -> new CreateLink(toTenant(with))),
            Entry.makes(
                            LINKS,
                            "unlinkFromTenant",
                            "Takes from a plain component that it reaches an endpoint of a tenant.",
                            PLAIN_COMPONENT,
                            TENANT,
                            LINKED_SERVICE,
                            ENDPOINT)
                    .executes(nothing(), RemoveLink.class, with -> new RemoveLink(toTenant(with))));

    private LinkEntries() {}

    private static LinkView toPlain(Arguments with) {
        return link(Optional.empty(), with);
    }

    private static LinkView toTenant(Arguments with) {
        return link(Optional.of(with.get(PLAIN_COMPONENT)), with);
    }

    private static LinkView link(Optional<String> component, Arguments with) {
        return new LinkView(component, with.get(TENANT), with.get(LINKED_SERVICE), with.get(ENDPOINT));
    }
}
