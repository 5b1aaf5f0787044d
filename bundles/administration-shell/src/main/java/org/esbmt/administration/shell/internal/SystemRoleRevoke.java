package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserView;

/** {@code esbmt:system-role-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-role-revoke",
        description = "Takes a role away from a user of the installation; the last one stays.")
public final class SystemRoleRevoke extends SystemRoleCommand {
    @Override
    SystemUserView change(Administrator by) throws AdministrationException {
        return users.revokeRole(by, login, role());
    }
}
