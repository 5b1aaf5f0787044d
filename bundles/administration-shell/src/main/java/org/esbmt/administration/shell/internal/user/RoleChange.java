package org.esbmt.administration.shell.internal.user;

import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.shell.internal.support.RoleCompleter;
import org.esbmt.tenancy.api.Role;

/** A command that changes the roles of a tenant's user. */
abstract class RoleChange extends UserChange {
    @Argument(
            index = 2,
            name = "role",
            description = "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR or TENANT_USER.",
            required = true,
            multiValued = false)
    @Completion(RoleCompleter.class)
    String role;

    final Role role() {
        return Role.Level.TENANT.role(role);
    }

    @Override
    final String told(UserView user) {
        return "is " + user.roles().stream().map(Enum::name).collect(Collectors.joining(", "));
    }
}
