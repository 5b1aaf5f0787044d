package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.TenantLinks.Link;

/**
 * An exception from the tenant boundary.
 *
 * @param linked whether it is there afterwards
 */
public record LinkManagementCommand(boolean linked, Link link) implements ManagementCommand {
    public LinkManagementCommand {
        requireNonNull(link, "link");
    }
}
