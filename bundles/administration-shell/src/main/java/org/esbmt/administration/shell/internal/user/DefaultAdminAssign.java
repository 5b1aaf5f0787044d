package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:default-admin-assign}. */
@Service
@Command(
        scope = "esbmt",
        name = "default-admin-assign",
        description = "Makes a user the default administrator of a tenant.",
        detailedDescription =
                "For administrators of the installation, when nobody is left in the tenant to hand over. The user is active; the one"
                        + " until now stays TENANT_ADMIN.")
public final class DefaultAdminAssign extends TenantChange {
    @Argument(index = 1, name = "login", description = "The user's login.", required = true, multiValued = false)
    String login;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserView assigned = administration.execute(by, new AssignDefaultAdmin(owner.id(), login));
        out().println("User " + assigned.login() + " of tenant " + owner.name() + " is the default administrator.");
    }
}
