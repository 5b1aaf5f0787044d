package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-purge}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-purge",
        description = "Removes all that a tenant has, for good.",
        detailedDescription =
                "From SUSPENDED, DRAINING or OFFBOARDING. Undeploys the tenant's service assemblies on every node and"
                        + " removes everything that it has in the service registry. Nothing takes it back. The name stays taken,"
                        + " and the audit is kept.")
public final class TenantPurge extends TenantChange {
    @Argument(
            index = 1,
            name = "name",
            description = "The tenant's name once more, since this is for good.",
            required = true,
            multiValued = false)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView found = tenant(by, tenant);
        if (!found.name().equals(name)) {
            throw Refused.because(
                    Reason.INVALID, "the tenant's name is " + found.name() + ", not the given one; nothing was done");
        }
        TenantView changed = administration.execute(by, new PurgeTenant(found.id()));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
