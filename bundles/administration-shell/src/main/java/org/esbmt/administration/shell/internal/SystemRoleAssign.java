package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserView;

/** {@code esbmt:system-role-assign}. */
@Service
@Command(scope = "esbmt", name = "system-role-assign", description = "Gives a user of the installation one more role.")
public final class SystemRoleAssign extends SystemRoleCommand {
    @Override
    SystemUserView change(Administrator by) throws AdministrationException {
        return users.assignRole(by, login, role());
    }
}
