package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.shell.internal.support.RepeatableCommand;
import org.esbmt.tenancy.api.AccessCredentialId;

/** {@code esbmt:token-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "token-revoke",
        description = "Revokes a token of the administrator who is logged in, for good.")
public final class TokenRevoke extends RepeatableCommand {
    @Argument(
            index = 0,
            name = "identifier",
            description = "The token's identifier.",
            required = true,
            multiValued = false)
    String id;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        administration.execute(by, new RevokeToken(AccessCredentialId.of(id)));
        out().println("The token " + id + " is revoked.");
    }
}
