package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-suspend}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-suspend",
        description = "Suspends a tenant: its messages are refused.",
        detailedDescription =
                "From ACTIVE or OFFBOARDING; esbmt:tenant-resume takes it back. Messages under way are answered.")
public final class TenantSuspend extends TenantChange {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView changed =
                administration.execute(by, new SuspendTenant(tenant(by, tenant).id()));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
