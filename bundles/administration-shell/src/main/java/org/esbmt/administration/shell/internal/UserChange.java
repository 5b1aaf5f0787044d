package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A command that changes what a tenant's user may do. */
abstract class UserChange extends TenantChange {
    @Argument(
            index = 1,
            name = "login",
            description = "The user's login or identifier.",
            required = true,
            multiValued = false)
    String login;

    @Reference
    UserAdministration users;

    @Override
    final void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserView changed = change(by, owner.id(), userId(by, owner.id(), login));
        out().println("User " + changed.login() + " of tenant " + owner.name() + " " + told(changed) + ".");
    }

    abstract UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException;

    /** What the user is or has now. */
    abstract String told(UserView user);
}
