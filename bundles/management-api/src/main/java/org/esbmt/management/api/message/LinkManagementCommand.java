package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.TenantLinks.Link;

/**
 * A command for an exception from the tenant boundary.
 *
 * @param linked true to add the link, false to remove it
 */
public record LinkManagementCommand(boolean linked, Link link) implements ManagementCommand {
    public LinkManagementCommand {
        requireNonNull(link, "link");
    }
}
