package org.esbmt.administration.shell.internal.account;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:who-am-i}. */
@Service
@Command(scope = "esbmt", name = "who-am-i", description = "Shows who is logged in, and with which roles.")
public final class WhoAmI extends AdministrationCommand {
    @Reference
    AdministratorAccounts accounts;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        Identity identity = accounts.whoAmI(by);
        out().println("Login   " + identity.login());
        out().println("Tenant  " + identity.tenant().map(TenantId::toString).orElse("none; of the installation"));
        out().println("Roles   " + String.join(", ", identity.roles()));
    }
}
