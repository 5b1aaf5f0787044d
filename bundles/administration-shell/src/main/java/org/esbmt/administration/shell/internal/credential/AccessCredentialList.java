package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.PagedCommand;
import org.esbmt.administration.shell.internal.support.TenantCompleter;

/** {@code esbmt:access-credential-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "access-credential-list",
        description =
                "Lists the tokens and certificates of a tenant's users, or those of the users of the installation.")
public final class AccessCredentialList extends PagedCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier; without it, the installation.",
            required = false,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Reference
    AccessCredentialAdministration credentials;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<AccessCredentialView> page = tenant == null
                ? credentials.ofInstallation(by, page())
                : credentials.ofTenant(by, tenant(by, tenant).id(), page());
        print(CredentialTables.of(page.entries(), "No tokens and certificates."), page);
    }
}
