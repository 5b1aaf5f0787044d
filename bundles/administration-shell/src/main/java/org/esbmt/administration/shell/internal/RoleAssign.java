package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:role-assign}. */
@Service
@Command(scope = "esbmt", name = "role-assign", description = "Gives a user one more role.")
public final class RoleAssign extends RoleChange {
    @Override
    UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException {
        return users.assignRole(by, owner, user, role());
    }
}
