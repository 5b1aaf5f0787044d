package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-resume}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-resume",
        description = "Resumes a tenant that is suspended, draining or about to leave.",
        detailedDescription = "From SUSPENDED, DRAINING or OFFBOARDING.")
public final class TenantResume extends TenantChange {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView changed =
                administration.execute(by, new ResumeTenant(tenant(by, tenant).id()));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
