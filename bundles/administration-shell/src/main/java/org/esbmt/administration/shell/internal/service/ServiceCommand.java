package org.esbmt.administration.shell.internal.service;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** A command after which the registered service still exists. */
abstract class ServiceCommand extends RepeatableTenantCommand {
    @Argument(index = 1, name = "service", description = ServiceNames.DESCRIPTION, required = true, multiValued = false)
    String service;

    @Option(name = "--version", description = ServiceNames.VERSION, required = false, multiValued = false)
    String version = "1";

    @Override
    protected final void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        ServiceView changed = administration.execute(by, command(owner.id(), ServiceNames.of(service, version)));
        out().println("Service " + changed.id() + " of tenant " + owner.name() + " is at revision " + changed.revision()
                + (changed.policies().isEmpty() ? "" : ", with the policies " + changed.policies()) + ".");
    }

    abstract Command<ServiceView> command(TenantId owner, ServiceId id) throws CommandException;
}
