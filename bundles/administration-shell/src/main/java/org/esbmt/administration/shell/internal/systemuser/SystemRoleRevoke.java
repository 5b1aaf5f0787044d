package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;

/** {@code esbmt:system-role-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-role-revoke",
        description = "Takes a role away from a user of the installation; the last one stays.")
public final class SystemRoleRevoke extends SystemRoleCommand {
    @Override
    RevokeSystemRole command() {
        return new RevokeSystemRole(login, role());
    }
}
