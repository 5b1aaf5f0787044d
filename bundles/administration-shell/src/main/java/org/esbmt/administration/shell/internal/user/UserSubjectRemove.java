package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveUserSubject;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:user-subject-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-subject-remove",
        description = "Removes a subject of tokens of a user of a tenant.",
        detailedDescription = "Every node refuses its tokens within two seconds.")
public final class UserSubjectRemove extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "login",
            description = "The user's login or identifier.",
            required = true,
            multiValued = false)
    String login;

    @Argument(index = 2, name = "issuer", description = "The name of the issuer.", required = true, multiValued = false)
    String issuer;

    @Argument(
            index = 3,
            name = "subject",
            description = "The claim sub of the tokens.",
            required = true,
            multiValued = false)
    String subject;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantId owner = tenant(by, tenant).id();
        administration.execute(by, new RemoveUserSubject(owner, userId(by, owner, login), issuer, subject));
        out().println("The subject " + subject + " of issuer " + issuer + " is removed.");
    }
}
