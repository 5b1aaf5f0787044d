package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeSystemAccessCredential;
import org.esbmt.administration.shell.internal.support.RepeatableCommand;
import org.esbmt.administration.shell.internal.support.TenantCompleter;
import org.esbmt.tenancy.api.AccessCredentialId;

/** {@code esbmt:access-credential-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "access-credential-revoke",
        description = "Revokes a token or certificate of a user, for good.")
public final class AccessCredentialRevoke extends RepeatableCommand {
    @Argument(
            index = 0,
            name = "identifier",
            description = "The identifier of the token or certificate.",
            required = true,
            multiValued = false)
    String id;

    @Option(
            name = "--tenant",
            description = "The name or identifier of the user's tenant; without it, the installation.",
            required = false,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        AccessCredentialId revoked = AccessCredentialId.of(id);
        administration.execute(
                by,
                tenant == null
                        ? new RevokeSystemAccessCredential(revoked)
                        : new RevokeAccessCredential(tenant(by, tenant).id(), revoked));
        out().println("The credential " + id + " is revoked.");
    }
}
