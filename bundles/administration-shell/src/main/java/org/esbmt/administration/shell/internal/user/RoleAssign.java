package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:role-assign}. */
@Service
@Command(scope = "esbmt", name = "role-assign", description = "Gives a user one more role.")
public final class RoleAssign extends RoleChange {
    @Override
    AssignRole command(TenantId owner, UserId user) {
        return new AssignRole(owner, user, role());
    }
}
