package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.Contact;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link TenantContacts}. */
public abstract class ContactsContract {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Contact ANNA = contact("Anna");
    private static final Contact ANNA_AT_NIGHT = new Contact("Anna", ContactKind.SECURITY, "+49 (0)30 123456-7");

    private TenantContacts contacts;
    private TenantId acme;
    private TenantId globex;

    /** Contacts, and the tenants that they belong to. */
    public record Registries(TenantRegistry tenants, TenantContacts contacts) {}

    /** Registries without tenants; the implementation closes them. */
    protected abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        Registries opened = openEmpty();
        contacts = opened.contacts();
        acme = create(opened.tenants(), "acme");
        globex = create(opened.tenants(), "globex");
    }

    /** A new tenant. */
    public static TenantId create(TenantRegistry tenants, String name) throws RegistryException {
        NewUser admin = new NewUser(new Login("admin"), new Verifier("verifier"));
        return tenants.createTenant(new NewTenant(new TenantName(name), name, admin), BY)
                .tenant()
                .value()
                .id();
    }

    /** A contact with an address that several contacts may have. */
    public static Contact contact(String name) {
        return new Contact(name, ContactKind.TECHNICAL, "desk@acme.example");
    }

    @Test
    void aContactIsAddedChangedAndRemoved() throws Exception {
        Versioned<Contact> added = contacts.put(acme, ANNA, 0, BY);
        assertThat(added).isEqualTo(new Versioned<>(ANNA, 1));
        assertThat(contacts.contacts(acme)).containsExactly(added);

        Versioned<Contact> changed = contacts.put(acme, ANNA_AT_NIGHT, 1, BY);
        assertThat(changed).isEqualTo(new Versioned<>(ANNA_AT_NIGHT, 2));
        assertThat(contacts.contacts(acme)).containsExactly(changed);

        contacts.remove(acme, "Anna", 2);
        assertThat(contacts.contacts(acme)).isEmpty();
        assertThat(contacts.put(acme, ANNA, 0, BY).revision()).isEqualTo(1);
    }

    @Test
    void contactsAreListedByName() throws Exception {
        for (String name : List.of("Zoe", "anna", "J\u00fcrgen", "Anna", "\ud83d\ude00", "\uff61")) {
            contacts.put(acme, contact(name), 0, BY);
        }
        assertThat(contacts.contacts(acme))
                .extracting(c -> c.value().name())
                .containsExactly("Anna", "J\u00fcrgen", "Zoe", "anna", "\uff61", "\ud83d\ude00");
    }

    @Test
    void aChangeWithAnOldRevisionIsStaleAndChangesNothing() throws Exception {
        contacts.put(acme, ANNA, 0, BY);
        Versioned<Contact> now = contacts.put(acme, ANNA, 1, BY);
        for (long old : new long[] {0, 1, 3}) {
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> contacts.put(acme, ANNA_AT_NIGHT, old, BY))
                    .withMessage("The contact 'Anna' is at revision 2 by now, not at " + old + ".");
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> contacts.remove(acme, "Anna", old));
        }
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> contacts.put(acme, contact("Zoe"), 1, BY))
                .withMessageContaining("revision 0");
        assertThat(contacts.contacts(acme)).containsExactly(now);
    }

    @Test
    void anUnknownContactIsNotFound() {
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> contacts.remove(acme, "Anna", 1))
                .withMessage("Tenant " + acme + " has no contact 'Anna'.");
    }

    @Test
    void anUnknownTenantHasNoContactsAndReceivesNone() throws Exception {
        TenantId unknown = new TenantId(UUID.randomUUID());
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> contacts.put(unknown, ANNA, 0, BY))
                .withMessage("There is no tenant " + unknown + ".");
        assertThat(contacts.contacts(unknown)).isEmpty();
        assertThat(contacts.removeAll(unknown)).isZero();
    }

    @Test
    void theContactsOfOneTenantAreNotAnothers() throws Exception {
        Versioned<Contact> theirs = contacts.put(globex, ANNA, 0, BY);

        assertThat(contacts.contacts(acme)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> contacts.remove(acme, "Anna", 1));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> contacts.put(acme, ANNA_AT_NIGHT, 1, BY));
        contacts.put(acme, ANNA_AT_NIGHT, 0, BY);
        assertThat(contacts.removeAll(acme)).isEqualTo(1);
        assertThat(contacts.contacts(globex)).containsExactly(theirs);
    }

    @Test
    void aTenantHasABoundedNumber() throws Exception {
        for (int i = 0; i < TenantContacts.MOST; i++) {
            contacts.put(acme, contact("Contact " + i), 0, BY);
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> contacts.put(acme, ANNA, 0, BY))
                .withMessage("Tenant " + acme + " has 100 contacts, and no tenant has more.");
        contacts.put(globex, ANNA, 0, BY);
        contacts.put(acme, contact("Contact 3"), 1, BY);
        contacts.remove(acme, "Contact 7", 1);
        contacts.put(acme, ANNA, 0, BY);

        assertThat(contacts.contacts(acme)).hasSize(TenantContacts.MOST);
        assertThat(contacts.removeAll(acme)).isEqualTo(TenantContacts.MOST);
        assertThat(contacts.contacts(acme)).isEmpty();
    }

    @Test
    void ofConcurrentAdditionsOfANameOneSucceeds() throws Exception {
        List<Object> outcomes = AtOnce.run(4, () -> contacts.put(acme, ANNA, 0, BY));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned<?>))
                .hasSize(3)
                .hasOnlyElementsOfType(RegistryException.Stale.class);
    }

    @Test
    void concurrentAdditionsNeverExceedTwenty() throws Exception {
        AtomicInteger number = new AtomicInteger();
        for (int i = 0; i < TenantContacts.MOST - 1; i++) {
            contacts.put(acme, contact("Contact " + i), 0, BY);
        }
        List<Object> outcomes =
                AtOnce.run(4, () -> contacts.put(acme, contact("Late " + number.incrementAndGet()), 0, BY));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned<?>))
                .allMatch(o -> o instanceof RegistryException.Stale || o instanceof RegistryException.RuleBroken);
        assertThat(contacts.contacts(acme)).hasSize(TenantContacts.MOST);
    }

    @Test
    void namesThatAStatementCouldTakeForAPartOfItselfStayNames() throws Exception {
        for (String name : RegistryFixture.ATTACKS) {
            assertThat(contacts.put(acme, contact(name), 0, BY).value().name()).isEqualTo(name);
            contacts.remove(acme, name, 1);
        }
        assertThat(contacts.contacts(acme)).isEmpty();
    }

    @Test
    void anAddressIsAnEMailAddressOrATelephoneNumber() throws Exception {
        for (String address : List.of(
                "a@b",
                "on-call+night@it.acme.example",
                "x".repeat(64) + "@acme.example",
                "110",
                "+49 30 1234567",
                "030/12.34-56",
                "+123456789012345")) {
            Contact kept = new Contact("Contact", ContactKind.BILLING, address);
            contacts.removeAll(acme);
            contacts.put(acme, kept, 0, BY);
            assertThat(contacts.contacts(acme)).containsExactly(new Versioned<>(kept, 1));
        }
        for (String other : List.of(
                "",
                " ",
                "Anna",
                "12",
                "+1234567890123456",
                "+49 30 x",
                "030 ",
                "a@",
                "@b",
                "a@b@c",
                "a b@c.example",
                "a@-b.example",
                "a@b..example",
                "a@b\n",
                "a@b.example\r\nBcc: c@d.example",
                "x".repeat(65) + "@acme.example",
                "a@" + "x.".repeat(130) + "example")) {
            assertThatIllegalArgumentException()
                    .as(other)
                    .isThrownBy(() -> new Contact("Contact", ContactKind.BILLING, other))
                    .withMessage("a contact's address is an e-mail address of at most 254 characters or a telephone"
                            + " number of 3 to 15 digits");
        }
    }

    @Test
    void aNameIsPrintable() throws Exception {
        contacts.put(acme, contact("n".repeat(100)), 0, BY);
        contacts.put(acme, contact("IT desk, 2nd floor (J\u00fcrgen)"), 0, BY);
        for (String other : List.of("", " ", " Anna", "Anna ", "a\tb", "a\nb", "a\u202eb", "\ud83d", "n".repeat(101))) {
            assertThatIllegalArgumentException()
                    .as(other)
                    .isThrownBy(() -> contact(other))
                    .withMessageContaining("a contact's name is 1 to 100 printable characters");
        }
    }
}
