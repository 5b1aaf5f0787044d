package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-offboarding-withdraw}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-offboarding-withdraw",
        description = "Takes back that a tenant asked to leave, for its own administrator.",
        detailedDescription =
                "From OFFBOARDING to what it was before: a tenant that was suspended is suspended again. For"
                        + " the tenant's administrator: --as <tenant>/<login>.")
public final class TenantOffboardingWithdraw extends TenantChange {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView changed = administration.execute(
                by, new WithdrawOffboarding(tenant(by, tenant).id()));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
