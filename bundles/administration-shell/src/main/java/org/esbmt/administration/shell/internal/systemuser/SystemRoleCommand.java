package org.esbmt.administration.shell.internal.systemuser;

import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.tenancy.api.Role;

/** A command that changes the roles of a user of the installation. */
abstract class SystemRoleCommand extends SystemUserCommand {
    @Argument(
            index = 1,
            name = "role",
            description = "SYSTEM_ADMIN, SRE or SYSTEM_AUDITOR.",
            required = true,
            multiValued = false)
    @Completion(SystemRoleCompleter.class)
    String role;

    final Role role() {
        return Role.Level.SYSTEM.role(role);
    }

    @Override
    final String told(SystemUserView user) {
        return "is " + user.roles().stream().map(Enum::name).collect(Collectors.joining(", "));
    }
}
