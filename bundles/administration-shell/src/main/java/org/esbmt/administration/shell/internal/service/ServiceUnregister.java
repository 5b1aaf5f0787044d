package org.esbmt.administration.shell.internal.service;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:service-unregister}. */
@Service
@Command(scope = "esbmt", name = "service-unregister", description = "Removes a service with its policies.")
public final class ServiceUnregister extends TenantChange {
    @Argument(index = 1, name = "service", description = ServiceNames.DESCRIPTION, required = true, multiValued = false)
    String service;

    @Option(name = "--version", description = ServiceNames.VERSION, required = false, multiValued = false)
    String version = "1";

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        ServiceId id = ServiceNames.of(service, version);
        administration.execute(by, new UnregisterService(owner.id(), id));
        out().println("Service " + id + " of tenant " + owner.name() + " is gone.");
    }
}
