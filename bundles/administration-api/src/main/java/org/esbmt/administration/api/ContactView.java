package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.ContactKind;

/**
 * A contact of a tenant, as administrators see it.
 *
 * @param name unique in the tenant
 * @param address an e-mail address or a telephone number
 * @param revision the revision that an update expects; it grows with each change
 */
public record ContactView(String name, ContactKind kind, String address, long revision) {
    public ContactView {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(address, "address");
    }
}
