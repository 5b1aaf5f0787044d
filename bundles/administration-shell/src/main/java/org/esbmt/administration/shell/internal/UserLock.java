package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;

/** {@code esbmt:user-lock}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-lock",
        description = "Locks a user: the messages are refused.",
        detailedDescription = "From ACTIVE; esbmt:user-unlock takes it back.")
public final class UserLock extends TenantCommand {
    @Argument(index = 1, name = "login", description = "The user's login.", required = true, multiValued = false)
    @Completion(UserCompleter.class)
    String login;

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserView changed =
                tenants.lockUser(by, owner.id(), user(by, owner.id(), login).id());
        out().println("User " + changed.login() + " of tenant " + owner.name() + " is " + changed.state() + ".");
    }
}
