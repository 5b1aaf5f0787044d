package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:user-subject-add}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-subject-add",
        description = "Adds a subject of tokens to a user of a tenant.",
        detailedDescription = "Tokens of the issuer for this subject prove messages of the user from then on.")
public final class UserSubjectAdd extends RepeatableTenantCommand {
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
        UserSubjectView added =
                administration.execute(by, new AddUserSubject(owner, userId(by, owner, login), issuer, subject));
        out().println("Tokens of " + added.issuer() + " for " + added.subject() + " prove messages of user " + login
                + ".");
    }
}
