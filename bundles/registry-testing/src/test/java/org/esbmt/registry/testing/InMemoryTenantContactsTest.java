package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.UUID;
import org.esbmt.registry.api.Contact;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class InMemoryTenantContactsTest extends ContactsContract {
    private static final UserId BY = new UserId(UUID.randomUUID());

    @Override
    protected Registries openEmpty() {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        return new Registries(tenants, new InMemoryTenantContacts(tenants));
    }

    @Test
    void aUnitOfWorkThatFailsLeavesThemAsTheyWere() throws Exception {
        InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
        InMemoryTenantContacts contacts = new InMemoryTenantContacts(tenants);
        TenantId acme = create(tenants, "acme");
        Versioned<Contact> before = contacts.put(acme, contact("Anna"), 0, BY);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new InMemoryUnitOfWork(tenants, contacts).run(transaction -> {
                    contacts.removeAll(acme);
                    contacts.put(acme, contact("Zoe"), 0, BY);
                    throw new IOException("no");
                }));
        assertThat(contacts.contacts(acme)).containsExactly(before);
    }
}
