package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;

/** {@code esbmt:token-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "token-list",
        description = "Lists the tokens of the administrator who is logged in, the newest first.")
public final class TokenList extends AdministrationCommand {
    @Reference
    AccessCredentialAdministration credentials;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        CredentialTables.of(credentials.tokens(by), "No tokens.").print(out());
    }
}
