package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.tenancy.api.TenantId;

/** Contacts of any tenant for the tests of administration's adapters: an address has an '@' or a digit. */
public final class InMemoryContacts implements ContactAdministration {
    private final Map<String, ContactView> contacts = new TreeMap<>();
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(SetContact.class, (by, c) -> {
                if (!c.address().matches(".*[@0-9].*")) {
                    throw new AdministrationException(
                            INVALID, "a contact's address is an e-mail address or a telephone number");
                }
                return contacts.merge(
                        c.name(),
                        new ContactView(c.name(), c.kind(), c.address(), 1),
                        (before, set) -> new ContactView(set.name(), set.kind(), set.address(), before.revision() + 1));
            })
            .does(RemoveContact.class, (by, c) -> {
                if (contacts.remove(c.name()) == null) {
                    throw new AdministrationException(NOT_FOUND, "the tenant has no contact '" + c.name() + "'");
                }
            });

    public InMemoryCommands commands() {
        return commands;
    }

    @Override
    public List<ContactView> contacts(Administrator by, TenantId tenant) {
        commands.asked(by);
        return List.copyOf(contacts.values());
    }
}
