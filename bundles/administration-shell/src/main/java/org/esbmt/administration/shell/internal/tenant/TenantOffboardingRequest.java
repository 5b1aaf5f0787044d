package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-offboarding-request}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-offboarding-request",
        description = "Asks that a tenant leaves, for its own administrator.",
        detailedDescription =
                "From ACTIVE or SUSPENDED. For the tenant's administrator: --as <tenant>/<login>. From then on"
                        + " no messages, users and assemblies are taken; what is there stays until the installation's"
                        + " administrator purges it. esbmt:tenant-offboarding-withdraw takes it back.")
public final class TenantOffboardingRequest extends TenantChange {
    @Argument(
            index = 1,
            name = "name",
            description = "The tenant's name once more.",
            required = true,
            multiValued = false)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView changed = administration.execute(
                by, new RequestOffboarding(tenant(by, tenant).id(), name));
        out().println("Tenant " + changed.name() + " is " + changed.state() + ".");
    }
}
