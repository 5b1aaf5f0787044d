package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ContactView;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.TenantId;

/** Changes of the contacts of tenants. */
public sealed interface ContactCommand<R> extends BatchableCommand<R> {
    /**
     * Adds a contact, or replaces the one of that name. At an expected revision it must exist. EXCEEDED if the
     * tenant would have more than its quota; CONFLICT if it would have more than 100; INVALID if the name or the address has
     * another form.
     *
     * @param name 1 to 100 printable characters without a space at either end
     * @param address an e-mail address or a telephone number
     */
    record SetContact(TenantRef tenant, String name, ContactKind kind, String address)
            implements ContactCommand<ContactView> {
        public SetContact {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(kind, "kind");
            requireNonNull(address, "address");
        }

        public SetContact(TenantId tenant, String name, ContactKind kind, String address) {
            this(TenantRef.of(tenant), name, kind, address);
        }
    }
    /** Removes a contact. NOT_FOUND if there is none of that name. */
    record RemoveContact(TenantRef tenant, String name) implements ContactCommand<Done> {
        public RemoveContact {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }

        public RemoveContact(TenantId tenant, String name) {
            this(TenantRef.of(tenant), name);
        }
    }
}
