package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;

/** {@code esbmt:system-role-assign}. */
@Service
@Command(scope = "esbmt", name = "system-role-assign", description = "Gives a user of the installation one more role.")
public final class SystemRoleAssign extends SystemRoleCommand {
    @Override
    AssignSystemRole command() {
        return new AssignSystemRole(login, role());
    }
}
