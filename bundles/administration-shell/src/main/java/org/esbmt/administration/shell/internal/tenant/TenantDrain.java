package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-drain}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-drain",
        description = "Drains a tenant: takes no messages and no new assemblies of it any more.",
        detailedDescription =
                "From ACTIVE or SUSPENDED; esbmt:tenant-resume takes it back. What is deployed stays until"
                        + " esbmt:tenant-purge. Messages under way are answered.")
public final class TenantDrain extends TenantChange {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView changed =
                administration.execute(by, new DrainTenant(tenant(by, tenant).id()));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
