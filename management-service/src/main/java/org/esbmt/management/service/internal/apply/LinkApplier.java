package org.esbmt.management.service.internal.apply;

import java.io.IOException;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.message.LinkManagementCommand;

/** Applies commands that permit or withdraw a link across the tenant boundary. */
final class LinkApplier {
    private final TenantLinks links;

    LinkApplier(TenantLinks links) {
        this.links = links;
    }

    Outcome apply(LinkManagementCommand command) throws IOException {
        return Outcome.changed(command.linked() ? links.add(command.link()) : links.remove(command.link()));
    }
}
