package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.shell.internal.support.TenantChange;
import org.esbmt.tenancy.api.ContactKind;

/** {@code esbmt:tenant-contact-set}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-contact-set",
        description = "Adds a contact of a tenant, or replaces the one of that name.",
        detailedDescription =
                "Contacts count in the quota CONTACTS. Operators call them when something concerns the tenant.")
public final class TenantContactSet extends TenantChange {
    @Argument(
            index = 1,
            name = "name",
            description = "The contact's name: 1 to 100 printable characters without a space at either end.",
            required = true,
            multiValued = false)
    @Completion(ContactCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "kind",
            description = "TECHNICAL, SECURITY, BUSINESS or BILLING.",
            required = true,
            multiValued = false)
    @Completion(
            value = StringsCompleter.class,
            values = {"TECHNICAL", "SECURITY", "BUSINESS", "BILLING"})
    String kind;

    @Argument(
            index = 3,
            name = "address",
            description = "An e-mail address, or a telephone number of 3 to 15 digits.",
            required = true,
            multiValued = false)
    String address;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ContactView set = administration.execute(
                by, new SetContact(tenant(by, tenant).id(), name, ContactKind.of(kind), address));
        out().println("Contact " + set.name() + " of tenant " + tenant + " is at revision " + set.revision() + ".");
    }
}
