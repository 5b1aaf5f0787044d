package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** {@code esbmt:tenant-contact-remove}. */
@Service
@Command(scope = "esbmt", name = "tenant-contact-remove", description = "Removes a contact of a tenant.")
public final class TenantContactRemove extends TenantChange {
    @Argument(index = 1, name = "name", description = "The contact's name.", required = true, multiValued = false)
    @Completion(ContactCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RemoveContact(tenant(by, tenant).id(), name));
        out().println("Contact " + name + " of tenant " + tenant + " is gone.");
    }
}
