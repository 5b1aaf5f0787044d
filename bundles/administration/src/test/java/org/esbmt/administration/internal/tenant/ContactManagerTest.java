package org.esbmt.administration.internal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contacts of tenants, by the administrators of the tenant and of the installation. */
class ContactManagerTest {
    private static final String SECRET = "acme's long password";
    private static final String ADDRESS = "anna@acme.example";
    private static final String NIGHT = "+49 30 1234567";
    private static final ContactView ANNA = new ContactView("Anna", ContactKind.TECHNICAL, ADDRESS, 1);

    @TempDir
    Path data;

    private TestBus bus;
    private Administration administration;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        administration = bus.executor();
        acme = created("acme");
        globex = created("globex");
    }

    private TenantId created(String name) throws Exception {
        return administration
                .execute(admin(), new CreateTenant(name, name, "boss", password(SECRET)))
                .tenant()
                .id();
    }

    private SetContact anna() {
        return new SetContact(acme, "Anna", ContactKind.TECHNICAL, ADDRESS);
    }

    @Test
    void aContactIsAddedChangedAndListedByName() throws Exception {
        assertThat(administration.execute(boss(), anna())).isEqualTo(ANNA);
        ContactView zoe =
                administration.execute(admin(), new SetContact(acme, "24/7 desk", ContactKind.SECURITY, NIGHT));
        assertThat(bus.contacts.contacts(bus.sre(), acme)).containsExactly(zoe, ANNA);

        ContactView changed = administration.execute(boss(), new SetContact(acme, "Anna", ContactKind.BILLING, NIGHT));
        assertThat(changed).isEqualTo(new ContactView("Anna", ContactKind.BILLING, NIGHT, 2));
        assertThat(bus.contacts.contacts(boss(), acme)).containsExactly(zoe, changed);
        assertThat(bus.contacts.contacts(admin(), globex)).isEmpty();
    }

    @Test
    void aContactIsRemovedOnceAndAtTheExpectedRevision() throws Exception {
        administration.execute(boss(), anna());
        Administrator asking = boss().asking(UUID.randomUUID());
        RemoveContact removal = new RemoveContact(acme, "Anna");

        refused(Reason.STALE, "revision 1", () -> administration.execute(asking.expecting(2), removal));
        refused(
                Reason.INVALID,
                "a contact's name is",
                () -> administration.execute(boss(), new RemoveContact(acme, "")));
        assertThat(bus.contacts.contacts(boss(), acme)).containsExactly(ANNA);
        administration.execute(asking.expecting(1), removal);
        assertThat(bus.contacts.contacts(boss(), acme)).isEmpty();

        administration.execute(boss(), anna());
        administration.execute(asking.expecting(1), removal);
        assertThat(bus.contacts.contacts(boss(), acme)).as("of a repetition").containsExactly(ANNA);
        administration.execute(admin(), removal);
        refused(
                Reason.NOT_FOUND,
                "tenant " + acme + " has no contact 'Anna'",
                () -> administration.execute(boss(), removal));
        assertThat(bus.audit.read(acme, 1, 100))
                .filteredOn(entry -> entry.content().action().equals("removeContact"))
                .hasSize(2)
                .allSatisfy(entry -> {
                    assertThat(entry.content().object()).isEqualTo("contact Anna of tenant " + acme);
                    assertThat(entry.content().before()).contains("TECHNICAL");
                    assertThat(entry.content().after()).isEmpty();
                });
    }

    @Test
    void anotherTenantsContactIsOutOfReach() throws Exception {
        Administrator other = new Administrator("globex/boss", "test");
        administration.execute(boss(), anna());

        refused(Reason.FORBIDDEN, "", () -> bus.contacts.contacts(other, acme));
        refused(
                Reason.FORBIDDEN,
                "",
                () -> administration.execute(other, new SetContact(acme, "Anna", ContactKind.BILLING, NIGHT)));
        refused(Reason.FORBIDDEN, "", () -> administration.execute(other, new RemoveContact(acme, "Anna")));
        administration.execute(other, new SetContact(globex, "Anna", ContactKind.BILLING, NIGHT));
        assertThat(bus.contacts.contacts(boss(), acme)).containsExactly(ANNA);
    }

    @Test
    void aContactOfAnotherFormIsRefusedAndNothingIsChanged() throws Exception {
        administration.execute(boss(), anna());

        for (String address : List.of("", "Anna", "anna@", "12", "+49 30 many", "a@b\r\nBcc: c@d")) {
            refused(
                    Reason.INVALID,
                    "a contact's address is an e-mail address of at most 254 characters or a telephone number of 3 to 15"
                            + " digits",
                    () -> administration.execute(boss(), new SetContact(acme, "Anna", ContactKind.BILLING, address)));
        }
        for (String name : List.of("", " Anna", "Anna ", "An\nna", "a".repeat(101))) {
            refused(
                    Reason.INVALID,
                    "a contact's name is 1 to 100 printable characters without a space at either end",
                    () -> administration.execute(boss(), new SetContact(acme, name, ContactKind.BILLING, NIGHT)));
        }
        assertThat(bus.contacts.contacts(boss(), acme)).containsExactly(ANNA);
    }

    @Test
    void anUnknownTenantHasNoContacts() {
        for (TenantId unknown : List.of(new TenantId(UUID.randomUUID()), TenantRegistry.SYSTEM)) {
            refused(Reason.NOT_FOUND, "there is no tenant", () -> bus.contacts.contacts(admin(), unknown));
            refused(
                    Reason.NOT_FOUND,
                    "there is no tenant",
                    () -> administration.execute(admin(), new SetContact(unknown, "Anna", ContactKind.BILLING, NIGHT)));
        }
    }

    @Test
    void contactsCountInTheirQuota() throws Exception {
        for (int i = 0; i < 3; i++) {
            administration.execute(boss(), new SetContact(acme, "Contact " + i, ContactKind.BILLING, NIGHT));
        }
        refused(Reason.EXCEEDED, "CONTACTS", () -> administration.execute(boss(), anna()));
        administration.execute(boss(), new SetContact(acme, "Contact 2", ContactKind.TECHNICAL, ADDRESS));
        assertThat(bus.contacts.contacts(boss(), acme)).hasSize(3);
        assertThat(used(acme)).isEqualTo(3);
        assertThat(used(globex)).isZero();

        administration.execute(boss(), new RemoveContact(acme, "Contact 2"));
        assertThat(used(acme)).isEqualTo(2);
        administration.execute(boss(), anna());
        assertThat(used(acme)).isEqualTo(3);
        assertThat(bus.audit.read(acme, 1, 100))
                .as("refused and entered")
                .anyMatch(entry -> entry.content().action().equals("setContact")
                        && entry.content().object().contains("Anna"));
    }

    private long used(TenantId tenant) throws Exception {
        return bus.quotas
                .findQuota(QuotaKey.of(tenant, Resource.CONTACTS))
                .orElseThrow()
                .value()
                .used();
    }

    @Test
    void aChangeComparesTheExpectedRevision() throws Exception {
        refused(Reason.NOT_FOUND, "has no contact 'Anna'", () -> administration.execute(boss().expecting(1), anna()));
        administration.execute(boss(), anna());
        administration.execute(boss().expecting(1), anna());
        refused(Reason.STALE, "revision 2", () -> administration.execute(boss().expecting(1), anna()));
    }

    @Test
    void aRepetitionHasTheFirstOutcome() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        administration.execute(asking, anna());
        administration.execute(boss(), new SetContact(acme, "Anna", ContactKind.BILLING, NIGHT));

        assertThat(administration.execute(asking, anna())).isEqualTo(ANNA);
        refused(
                Reason.CONFLICT,
                "another request's",
                () -> administration.execute(asking, new SetContact(acme, "Anna", ContactKind.TECHNICAL, NIGHT)));
        assertThat(bus.contacts.contacts(boss(), acme))
                .containsExactly(new ContactView("Anna", ContactKind.BILLING, NIGHT, 2));
    }

    @Test
    void theAuditHasTheNameAndNeverTheAddress() throws Exception {
        List<String> lines;
        try (CapturedLog log = new CapturedLog()) {
            administration.execute(boss(), anna());
            administration.execute(boss(), new SetContact(acme, "Anna", ContactKind.BILLING, NIGHT));
            refused(
                    Reason.INVALID,
                    "",
                    () -> administration.execute(boss(), new SetContact(acme, "Anna", ContactKind.BILLING, "anna@@x")));
            lines = log.linesWith("");
        }
        List<AuditEntry> entries = bus.audit.read(acme, 1, 100);
        assertThat(entries)
                .filteredOn(entry -> entry.content().action().equals("setContact"))
                .allSatisfy(entry -> assertThat(entry.content().object()).isEqualTo("contact Anna of tenant " + acme))
                .extracting(entry -> entry.content().before(), entry -> entry.content()
                        .after())
                .containsExactly(
                        tuple(Optional.empty(), Optional.of("TECHNICAL")),
                        tuple(Optional.of("TECHNICAL"), Optional.of("BILLING")));
        assertThat(lines).anyMatch(line -> line.contains("contact Anna of tenant " + acme));
        assertThat(entries + "\n" + lines).doesNotContain(ADDRESS, NIGHT, "anna@@x");
    }

    @Test
    void contactsGoWithThePurgeAndAPurgedTenantGetsNone() throws Exception {
        administration.execute(boss(), anna());
        administration.execute(admin(), new DrainTenant(acme));
        administration.execute(boss(), new SetContact(acme, "Zoe", ContactKind.BUSINESS, NIGHT));
        assertThat(bus.contacts.contacts(admin(), acme)).hasSize(2);

        administration.execute(admin(), new PurgeTenant(acme));
        assertThat(bus.contacts.contacts(admin(), acme)).isEmpty();
        refused(Reason.CONFLICT, "takes nothing new", () -> administration.execute(admin(), anna()));
    }

    @Test
    void aBatchMakesATenantWithItsContacts() throws Exception {
        TenantRef.CreatedBefore made = new TenantRef.CreatedBefore("made");
        List<Object> steps = List.of(
                new CreateTenant(Optional.of(made), "initech", "Initech", "boss", password(SECRET), Map.of()),
                new SetContact(made, "Anna", ContactKind.TECHNICAL, ADDRESS));

        bus.batches.dryRun(admin(), TestBus.batch(steps));
        assertThat(bus.tenantQueries.findTenant(admin(), "initech")).isEmpty();
        bus.batches.submit(admin(), TestBus.batch(steps));
        TenantId initech =
                bus.tenantQueries.findTenant(admin(), "initech").orElseThrow().id();
        assertThat(bus.contacts.contacts(admin(), initech)).containsExactly(ANNA);
    }

    @Test
    void aBatchThatFailsLeavesContactsAsTheyWere() throws Exception {
        administration.execute(boss(), anna());

        refused(
                Reason.INVALID,
                "step 2",
                () -> bus.batches.submit(
                        boss(),
                        TestBus.batch(
                                new SetContact(acme, "Anna", ContactKind.BILLING, NIGHT),
                                new SetContact(acme, "Zoe", ContactKind.BILLING, "nowhere"))));
        assertThat(bus.contacts.contacts(boss(), acme)).containsExactly(ANNA);
    }

    private static void refused(Reason reason, String sentence, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(sentence);
    }
}
