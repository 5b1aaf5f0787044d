package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;

/** {@code esbmt:token-create}. */
@Service
@Command(
        scope = "esbmt",
        name = "token-create",
        description = "Creates a personal access token of the administrator who is logged in.",
        detailedDescription =
                "The token is shown once. Programs send it to the REST API, as Authorization: Bearer <token>.")
public final class TokenCreate extends ScopedCommand {
    @Argument(
            index = 0,
            name = "name",
            description = "A name for people: 1 to 100 printable characters without a space at either end.",
            required = true,
            multiValued = false)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        IssuedToken issued = administration.execute(by, new CreateToken(name, scope(), days()));
        out().println("Created token " + name + ", identifier " + issued.view().id() + ", until "
                + issued.view().expiresAt() + ".");
        out().println(issued.token()
                .map(token -> "Token, which is not shown again: " + token)
                .orElse("The token was shown when it was created. If it is lost, revoke this one and create another."));
    }
}
