package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Argument;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.shell.internal.support.ChangingCommand;

/** A command that changes a user of the installation. */
abstract class SystemUserCommand extends ChangingCommand {
    @Argument(index = 0, name = "login", description = "The user's login.", required = true, multiValued = false)
    String login;

    @Override
    protected final void run(Administrator by) throws AdministrationException {
        SystemUserView changed = administration.execute(by, command());
        out().println("User " + changed.login() + " of the installation " + told(changed) + ".");
    }

    abstract Command<SystemUserView> command();

    /** Describes the user after the change. */
    String told(SystemUserView user) {
        return "is " + user.state();
    }
}
