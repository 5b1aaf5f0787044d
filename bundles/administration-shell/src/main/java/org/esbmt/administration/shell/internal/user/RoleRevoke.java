package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:role-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "role-revoke",
        description = "Takes a role away from a user.",
        detailedDescription =
                "The last one stays: lock or remove the user instead. It is gone at once on every node; for messages within 2 s.")
public final class RoleRevoke extends RoleChange {
    @Override
    RevokeRole command(TenantId owner, UserId user) {
        return new RevokeRole(owner, user, role());
    }
}
