package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.shell.internal.support.TenantChange;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A command that changes the permissions of a tenant's user. */
abstract class UserChange extends TenantChange {
    @Argument(
            index = 1,
            name = "login",
            description = "The user's login or identifier.",
            required = true,
            multiValued = false)
    String login;

    @Override
    protected final void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserView changed = administration.execute(by, command(owner.id(), userId(by, owner.id(), login)));
        out().println("User " + changed.login() + " of tenant " + owner.name() + " " + told(changed) + ".");
    }

    abstract Command<UserView> command(TenantId owner, UserId user);

    /** Describes the user after the change. */
    abstract String told(UserView user);
}
