package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Contact;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages contacts over the tenant registry. The audit records their names and kinds, and never an address. */
@Component(service = {ContactAdministration.class, ContactManager.class})
public final class ContactManager implements ContactAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final CommandHandlers commands;

    @Activate
    public ContactManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.commands = new CommandHandlers()
                .add(
                        SetContact.class,
                        StepHandler.of(
                                access,
                                Operation.SET_CONTACT,
                                (c, references) -> target(references.tenant(c.tenant()), c.name()),
                                (c, references) -> setting(
                                        references.tenant(c.tenant()), new Contact(c.name(), c.kind(), c.address()))))
                .add(
                        RemoveContact.class,
                        StepHandler.of(
                                access,
                                Operation.REMOVE_CONTACT,
                                (c, references) -> target(references.tenant(c.tenant()), c.name()),
                                (c, references) -> removing(references.tenant(c.tenant()), c.name())));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private PreparedChange<ContactView> setting(TenantId tenant, Contact contact) {
        return new PreparedChange<>(
                target(tenant, contact.name()),
                PreparedChange.request(tenant, contact.name(), contact.kind(), contact.address()),
                change -> {
                    quotaConsumption.holdForContacts(tenant);
                    TenantLookup.notPurged(services.tenants(), tenant);
                    Versioned<Contact> set = set(tenant, contact, change);
                    change.did(Long.toString(set.revision()));
                    return view(set);
                },
                before -> view(new Versioned<>(contact, Long.parseLong(before.what()))));
    }

    private Versioned<Contact> set(TenantId tenant, Contact contact, Change change)
            throws AdministrationException, RegistryException {
        Optional<Versioned<Contact>> now = find(tenant, contact.name());
        if (now.isEmpty() && change.ofRevision()) {
            throw notFound(tenant, contact.name());
        }
        change.to(contact.kind().name());
        if (now.isEmpty()) {
            quotaConsumption.contact(change, tenant, contact.name());
            return services.contacts().put(tenant, contact, 0, change.by());
        }
        change.from(now.get().value().kind().name());
        return services.contacts()
                .put(tenant, contact, change.revision(now.get().revision()), change.by());
    }

    private PreparedChange<Done> removing(TenantId tenant, String name) {
        Contact.checkName(name);
        return new PreparedChange<>(
                target(tenant, name),
                PreparedChange.request(tenant, name),
                change -> {
                    quotaConsumption.holdForContacts(tenant);
                    TenantLookup.tenant(services.tenants(), tenant);
                    Versioned<Contact> now = find(tenant, name).orElseThrow(() -> notFound(tenant, name));
                    change.from(now.value().kind().name());
                    services.contacts().remove(tenant, name, change.revision(now.revision()));
                    quotaConsumption.freedContact(tenant, name);
                    return Done.DONE;
                },
                before -> Done.DONE);
    }

    @Override
    public ContactView find(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.LIST_CONTACTS, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return find(tenant, name).map(ContactManager::view).orElseThrow(() -> notFound(tenant, name));
        });
    }

    @Override
    public List<ContactView> contacts(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "contacts of tenant " + tenant);
        return access.perform(by, Operation.LIST_CONTACTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.contacts().contacts(tenant).stream()
                    .map(ContactManager::view)
                    .toList();
        });
    }

    private Optional<Versioned<Contact>> find(TenantId tenant, String name) throws RegistryException {
        return services.contacts().contacts(tenant).stream()
                .filter(contact -> contact.value().name().equals(name))
                .findFirst();
    }

    private static AdministrationException notFound(TenantId tenant, String name) {
        return new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no contact '" + name + "'");
    }

    private static ContactView view(Versioned<Contact> versioned) {
        Contact contact = versioned.value();
        return new ContactView(contact.name(), contact.kind(), contact.address(), versioned.revision());
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "contact " + name + " of tenant " + tenant);
    }
}
