package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserView;

/** A command that changes a user of the installation. */
abstract class SystemUserCommand extends ChangingCommand {
    @Argument(index = 0, name = "login", description = "The user's login.", required = true, multiValued = false)
    String login;

    @Reference
    SystemUserAdministration users;

    @Override
    final void run(Administrator by) throws AdministrationException {
        SystemUserView changed = change(by);
        out().println("User " + changed.login() + " of the installation " + told(changed) + ".");
    }

    abstract SystemUserView change(Administrator by) throws AdministrationException;

    /** What the user is now. */
    String told(SystemUserView user) {
        return "is " + user.state();
    }
}
