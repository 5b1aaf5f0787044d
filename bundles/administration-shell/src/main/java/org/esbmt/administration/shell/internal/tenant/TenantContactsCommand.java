package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:tenant-contacts}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-contacts",
        description = "Lists a tenant's contacts.",
        detailedDescription =
                "Contacts count in the quota CONTACTS. Operators call them when something concerns the tenant.")
public final class TenantContactsCommand extends TenantCommand {
    @Reference
    ContactAdministration contacts;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Kind");
        table.column("Address");
        table.column("Revision");
        table.emptyTableText("No contacts.");
        for (ContactView contact : contacts.contacts(by, tenant(by, tenant).id())) {
            table.addRow().addContent(contact.name(), contact.kind(), contact.address(), contact.revision());
        }
        table.print(out());
    }
}
