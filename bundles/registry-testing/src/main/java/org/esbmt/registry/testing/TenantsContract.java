package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

/** The creation, search, list and state changes of tenants. A part of {@link TenantRegistryContract}. */
abstract class TenantsContract extends RegistryFixture {

    @Test
    void aCreatedTenantIsActiveAndHasItsDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");

        assertThat(acme.tenant().revision()).isEqualTo(1);
        assertThat(acme.tenant().value().state()).isEqualTo(TenantState.ACTIVE);
        assertThat(acme.tenant().value().displayName()).isEqualTo("The acme company");
        assertThat(registry.findTenant(id(acme))).contains(acme.tenant());
        assertThat(registry.findTenant(new TenantName("acme"))).contains(acme.tenant());
        TenantUser admin = acme.administrator().value();
        assertThat(admin.defaultAdministrator()).isTrue();
        assertThat(admin.state()).isEqualTo(UserState.ACTIVE);
        assertThat(registry.findUser(id(acme), admin.id())).contains(acme.administrator());
        assertThat(registry.findUser(id(acme), new Login("admin"))).contains(acme.administrator());
        assertThat(registry.roles(id(acme), admin.id())).containsExactly(Role.TENANT_ADMIN);
    }

    @Test
    void aNameIsGivenOnce() throws Exception {
        CreatedTenant acme = create("acme");

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> create("acme"))
                .withMessageContaining("acme");
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> create("system"));
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).entries()).containsExactly(acme.tenant());
    }

    @Test
    void displayNamesAreAnyAndStayThem() throws Exception {
        CreatedTenant other = create("other");
        int number = 0;
        for (String attack : ATTACKS) {
            String displayName = attack + "'; DROP TABLE tenant; --/* " + attack;
            TenantName name = new TenantName("acme-" + number++);

            CreatedTenant made = registry.createTenant(new NewTenant(name, displayName, user("admin")), BY);

            assertThat(made.tenant().value().displayName()).isEqualTo(displayName);
            assertThat(registry.findTenant(id(made))).contains(made.tenant());
            assertThat(registry.findTenant(name)).contains(made.tenant());
        }
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).total()).isEqualTo(ATTACKS.size() + 1);
        assertThat(registry.findTenant(id(other))).contains(other.tenant());
        for (String unkept : List.of("a\u0000b", "a\nb", "a\ud83d", "a\u202eb", "a\u2028b", "a\u001b[2J")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new NewTenant(new TenantName("unkept"), unkept, user("admin")));
        }
    }

    @Test
    void aValidTenantBreaksNoRule() throws Exception {
        CreatedTenant acme = create("acme");

        registry.checkRules();
        assertThat(registry.findTenant(id(acme))).contains(acme.tenant());
    }

    @Test
    void aTenantThatIsHeldIsTheOneThatIsFound() throws Exception {
        CreatedTenant acme = create("acme");

        assertThat(registry.holdTenant(id(acme))).contains(acme.tenant());
        assertThat(registry.holdTenant(new TenantId(UUID.randomUUID()))).isEmpty();
    }

    @Test
    void anIdentifierIsGivenOnce() throws Exception {
        CreatedTenant acme = create("acme");
        NewTenant other = new NewTenant(id(acme), new TenantName("globex"), "Globex", user("admin"));

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.createTenant(other, BY))
                .withMessageContaining(id(acme).toString());
        assertThat(registry.findTenant(new TenantName("globex"))).isEmpty();
    }

    @Test
    void ofConcurrentCreationsOfANameOneSucceeds() throws Exception {
        List<Object> outcomes = atOnce(8, () -> create("acme"));

        assertThat(outcomes).filteredOn(CreatedTenant.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof CreatedTenant))
                .hasSize(7)
                .allMatch(RegistryException.Conflict.class::isInstance);
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).total()).isEqualTo(1);
    }

    @Test
    void absentIsEmpty() throws Exception {
        TenantId nobody = new TenantId(UUID.randomUUID());
        assertThat(registry.findTenant(nobody)).isEmpty();
        assertThat(registry.findTenant(new TenantName("nobody"))).isEmpty();
        assertThat(registry.findUser(nobody, BY)).isEmpty();
        assertThat(registry.findUser(nobody, new Login("admin"))).isEmpty();
        assertThat(registry.listUsers(nobody, FIRST).entries()).isEmpty();
        assertThat(registry.roles(nobody, BY)).isEmpty();
        assertThat(credentials.find(nobody, BY)).isEmpty();
    }

    @Test
    void tenantsAreListedByNameInPages() throws Exception {
        for (String name : List.of("c-1", "a-1", "b-1", "a-2")) {
            create(name);
        }

        Listing<Versioned<Tenant>> page = registry.listTenants(TenantQuery.all(new Slice(1, 2)));

        assertThat(page.total()).isEqualTo(4);
        assertThat(names(page)).containsExactly("a-2", "b-1");
        Listing<Versioned<Tenant>> beyond = registry.listTenants(TenantQuery.all(new Slice(10, 2)));
        assertThat(beyond.entries()).isEmpty();
        assertThat(beyond.total()).isEqualTo(4);
    }

    @Test
    void theListContinuesAfterAName() throws Exception {
        CreatedTenant first = null;
        for (String name : List.of("c-1", "a-1", "b-1", "a-2", "a-10")) {
            CreatedTenant made = create(name);
            first = name.equals("a-1") ? made : first;
        }
        registry.changeTenantState(id(first), 1, TenantState.SUSPENDED);

        Listing<Versioned<Tenant>> rest = after("a-10", null, new Slice(0, 2));
        assertThat(names(rest)).containsExactly("a-2", "b-1");
        assertThat(rest.total()).as("of those that come after it").isEqualTo(3);
        assertThat(rest.exact()).isTrue();
        assertThat(names(after("a-10", null, new Slice(1, 5)))).containsExactly("b-1", "c-1");
        assertThat(names(after("a-1", "a-", FIRST))).containsExactly("a-10", "a-2");
        assertThat(names(after("", null, FIRST))).containsExactly("a-1", "a-10", "a-2", "b-1", "c-1");
        assertThat(names(after("a-100", null, FIRST))).as("no tenant's").containsExactly("a-2", "b-1", "c-1");
        assertThat(names(after("b", null, FIRST))).containsExactly("b-1", "c-1");
        assertThat(names(after("B-2", null, FIRST))).hasSize(5);
        assertThat(names(after("\u00e4", null, FIRST))).isEmpty();
        assertThat(names(after("a-1' or 1=1 --", null, FIRST))).containsExactly("a-10", "a-2", "b-1", "c-1");
        assertThat(after("c-1", null, FIRST)).isEqualTo(new Listing<>(List.of(), 0));
        assertThat(names(registry.listTenants(TenantQuery.next(Optional.of(new TenantName("a-2"))))))
                .containsExactly("b-1", "c-1");
        assertThat(names(registry.listTenants(new TenantQuery(
                        Optional.empty(), Optional.of(TenantState.SUSPENDED), Optional.of("a-0"), FIRST))))
                .containsExactly("a-1");
    }

    @Test
    void tenantsAreFilteredByNameAndState() throws Exception {
        CreatedTenant one = create("a-1");
        create("a-2");
        create("b-1");
        registry.changeTenantState(id(one), 1, TenantState.SUSPENDED);

        assertThat(names(list("a-", null))).containsExactly("a-1", "a-2");
        assertThat(names(list("a-", TenantState.ACTIVE))).containsExactly("a-2");
        assertThat(names(list(null, TenantState.SUSPENDED))).containsExactly("a-1");
        assertThat(names(list("%", null))).isEmpty();
        assertThat(names(list("_-1", null))).isEmpty();
        assertThat(names(list("' or 1=1 --", null))).isEmpty();
    }

    @Test
    void aStateIsChangedFromTheExpectedRevisionOnly() throws Exception {
        CreatedTenant acme = create("acme");

        Versioned<Tenant> suspended = registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);

        assertThat(suspended.revision()).isEqualTo(2);
        assertThat(suspended.value().state()).isEqualTo(TenantState.SUSPENDED);
        assertThat(registry.findTenant(id(acme))).contains(suspended);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 1, TenantState.ACTIVE));
        assertThat(registry.findTenant(id(acme))).contains(suspended);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.changeTenantState(new TenantId(UUID.randomUUID()), 1, TenantState.ACTIVE));
    }

    @Test
    void onlyAnOffboardingTenantKeepsItsFormerState() throws Exception {
        for (TenantState before : List.of(TenantState.ACTIVE, TenantState.SUSPENDED)) {
            TenantId acme = id(create("acme-" + before.name().toLowerCase(Locale.ROOT)));
            if (before == TenantState.SUSPENDED) {
                registry.changeTenantState(acme, 1, before);
            }
            Versioned<Tenant> was = registry.findTenant(acme).orElseThrow();
            assertThat(was.value().beforeOffboarding()).isEmpty();

            Versioned<Tenant> leaving = registry.changeTenantState(acme, was.revision(), TenantState.OFFBOARDING);

            assertThat(leaving.value().state()).isEqualTo(TenantState.OFFBOARDING);
            assertThat(leaving.value().beforeOffboarding()).contains(before);
            assertThat(registry.findTenant(acme)).contains(leaving);
            Versioned<Tenant> still = registry.changeTenantState(acme, leaving.revision(), TenantState.OFFBOARDING);
            assertThat(still.value()).isEqualTo(leaving.value());
            Versioned<Tenant> back = registry.changeTenantState(acme, still.revision(), before);
            assertThat(back.value()).isEqualTo(was.value());
        }
    }

    @Test
    void ofConcurrentChangesOfARevisionOneSucceeds() throws Exception {
        CreatedTenant acme = create("acme");

        List<Object> outcomes = atOnce(8, () -> registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned))
                .hasSize(7)
                .allMatch(RegistryException.Stale.class::isInstance);
    }

    @Test
    void theSystemTenantExistsAndIsConstant() throws Exception {
        Versioned<Tenant> system = registry.findTenant(TenantRegistry.SYSTEM).orElseThrow();

        assertThat(system.value().state()).isEqualTo(TenantState.PROVISIONING);
        assertThat(registry.listTenants(TenantQuery.all(FIRST)).entries()).isEmpty();
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(
                        () -> registry.changeTenantState(TenantRegistry.SYSTEM, system.revision(), TenantState.ACTIVE));
        assertThat(registry.findTenant(TenantRegistry.SYSTEM)).contains(system);
    }

    private Listing<Versioned<Tenant>> list(String nameContains, TenantState state) throws RegistryException {
        return registry.listTenants(
                new TenantQuery(Optional.ofNullable(nameContains), Optional.ofNullable(state), FIRST));
    }

    private Listing<Versioned<Tenant>> after(String name, String nameContains, Slice slice) throws RegistryException {
        return registry.listTenants(
                new TenantQuery(Optional.ofNullable(nameContains), Optional.empty(), Optional.of(name), slice));
    }

    private static List<String> names(Listing<Versioned<Tenant>> listing) {
        return listing.entries().stream().map(t -> t.value().name().value()).toList();
    }
}
