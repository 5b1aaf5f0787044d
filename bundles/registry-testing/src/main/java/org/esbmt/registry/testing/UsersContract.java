package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/** The users of a tenant with their logins, roles and states. A part of {@link TenantRegistryContract}. */
abstract class UsersContract extends RegistryFixture {

    @Test
    void theIdentifierOfAUserIsTheOneThatIsGivenAndGivenOnce() throws Exception {
        CreatedTenant acme = create("acme");
        NewUser alice = user("alice");
        NewUser another = new NewUser(alice.id(), new Login("another"), alice.verifier());

        Versioned<TenantUser> added = registry.addUser(id(acme), alice, Set.of(Role.TENANT_USER), BY);

        assertThat(added.value().id()).isEqualTo(alice.id());
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.addUser(id(acme), another, Set.of(Role.TENANT_USER), BY))
                .withMessageContaining(alice.id().toString());
        assertThat(registry.findUser(id(acme), new Login("another"))).isEmpty();
    }

    @Test
    void loginsAreUniqueInATenantOnly() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");

        Versioned<TenantUser> alice = registry.addUser(id(acme), user("alice"), SENDER, BY);

        assertThat(alice.value().defaultAdministrator()).isFalse();
        assertThat(registry.roles(id(acme), alice.value().id())).containsExactly(Role.TENANT_USER);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("alice"), SENDER, BY))
                .withMessageContaining("alice");
        registry.addUser(id(globex), user("alice"), SENDER, BY);
        registry.addUser(id(acme), user("Alice"), SENDER, BY);
        assertThat(registry.listUsers(id(acme), FIRST).entries())
                .extracting(u -> u.value().login().value())
                .containsExactly("Alice", "admin", "alice");
        assertThat(registry.listUsers(id(acme), new Slice(1, 1)).total()).isEqualTo(3);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.addUser(new TenantId(UUID.randomUUID()), user("alice"), SENDER, BY));
    }

    @Test
    void loginsAreAnyAndStayThem() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");
        for (String attack : ATTACKS) {
            Versioned<TenantUser> made = registry.addUser(id(acme), user(attack), SENDER, BY);

            assertThat(made.value().login().value()).isEqualTo(attack);
            assertThat(registry.findUser(id(acme), new Login(attack))).contains(made);
            assertThat(registry.findUser(id(globex), new Login(attack))).isEmpty();
            assertThat(logins(acme, new UserQuery(Optional.of(attack), Optional.empty(), FIRST)))
                    .contains(attack);
        }
        assertThat(registry.listUsers(id(acme), FIRST).total()).isEqualTo(ATTACKS.size() + 1);
        assertThat(registry.listUsers(id(globex), FIRST).entries()).containsExactly(globex.administrator());
        for (String unkept : List.of("a\u0000b", "a\nb", "a b", "a/b", "a\ud83d", "a\u202eb", "a\u001b[2J")) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Login(unkept));
        }
    }

    @Test
    void aUserBelongsToItsTenantOnly() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");
        UserId acmesAdmin = acme.administrator().value().id();

        assertThat(registry.findUser(id(globex), acmesAdmin)).isEmpty();
        assertThat(registry.roles(id(globex), acmesAdmin)).isEmpty();
        assertThat(credentials.find(id(globex), acmesAdmin)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.setVerifier(id(globex), acmesAdmin, 1, new Verifier("stolen")));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.changeUserState(id(globex), acmesAdmin, 1, UserState.LOCKED));
    }

    @Test
    void rolesOfTheInstallationBelongToTheSystemTenantOnly() throws Exception {
        CreatedTenant acme = create("acme");

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("eve"), Set.of(Role.SYSTEM_ADMIN), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() ->
                        registry.addUser(id(acme), user("eve"), Set.of(Role.TENANT_USER, Role.SYSTEM_AUDITOR), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(TenantRegistry.SYSTEM, user("eve"), SENDER, BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.addUser(id(acme), user("eve"), Set.of(), BY));
        assertThat(registry.findUser(id(acme), new Login("eve"))).isEmpty();
    }

    @Test
    void thereIsOneFirstAdministrator() throws Exception {
        List<Object> outcomes =
                atOnce(4, () -> registry.addFirstAdministrator(user("admin")).isPresent());

        assertThat(outcomes).containsExactlyInAnyOrder(true, false, false, false);
        UserId admin = registry.findUser(TenantRegistry.SYSTEM, new Login("admin"))
                .orElseThrow()
                .value()
                .id();
        assertThat(registry.roles(TenantRegistry.SYSTEM, admin)).containsExactly(Role.SYSTEM_ADMIN);
        assertThat(registry.addFirstAdministrator(user("other"))).isEmpty();
        registry.addUser(TenantRegistry.SYSTEM, user("second"), Set.of(Role.SYSTEM_ADMIN), admin);
        assertThat(registry.listUsers(TenantRegistry.SYSTEM, FIRST).total()).isEqualTo(2);
    }

    @Test
    void anAdministratorOfTheInstallationIsLeft() throws Exception {
        UserId admin = registry.addFirstAdministrator(user("admin"))
                .orElseThrow()
                .value()
                .id();
        registry.addUser(TenantRegistry.SYSTEM, user("night"), Set.of(Role.SRE), admin);
        UserId second = registry.addUser(TenantRegistry.SYSTEM, user("second"), Set.of(Role.SYSTEM_ADMIN), admin)
                .value()
                .id();
        registry.changeUserState(TenantRegistry.SYSTEM, second, 1, UserState.LOCKED);

        for (Callable<?> leaving : List.<Callable<?>>of(
                () -> registry.changeUserState(TenantRegistry.SYSTEM, admin, 1, UserState.LOCKED),
                () -> registry.changeUserState(TenantRegistry.SYSTEM, admin, 1, UserState.REVOKED),
                () -> registry.removeVerifier(TenantRegistry.SYSTEM, admin, 1),
                () -> registry.changeRoles(TenantRegistry.SYSTEM, admin, 1, Set.of(Role.SRE), admin))) {
            assertThatExceptionOfType(RegistryException.RuleBroken.class)
                    .isThrownBy(leaving::call)
                    .withMessageContaining("SYSTEM_ADMIN");
        }
        assertThat(registry.findUser(TenantRegistry.SYSTEM, admin).orElseThrow().revision())
                .isEqualTo(1);
        registry.changeUserState(TenantRegistry.SYSTEM, second, 2, UserState.ACTIVE);
        registry.changeRoles(TenantRegistry.SYSTEM, admin, 1, Set.of(Role.SRE), admin);
        assertThat(registry.roles(TenantRegistry.SYSTEM, admin)).containsExactly(Role.SRE);
    }

    @Test
    void administratorsThatLockEachOtherAtOnceAreNotBothLocked() throws Exception {
        List<UserId> admins = new ArrayList<>(List.of(registry.addFirstAdministrator(user("admin-0"))
                .orElseThrow()
                .value()
                .id()));
        for (int i = 1; i < 4; i++) {
            admins.add(registry.addUser(
                            TenantRegistry.SYSTEM, user("admin-" + i), Set.of(Role.SYSTEM_ADMIN), admins.get(0))
                    .value()
                    .id());
        }
        AtomicInteger next = new AtomicInteger();

        List<Object> outcomes = atOnce(
                4,
                () -> registry.changeUserState(
                        TenantRegistry.SYSTEM, admins.get(next.getAndIncrement()), 1, UserState.LOCKED));

        assertThat(outcomes)
                .filteredOn(RegistryException.RuleBroken.class::isInstance)
                .hasSize(1);
        assertThat(registry.listUsers(TenantRegistry.SYSTEM, FIRST).entries())
                .filteredOn(u -> u.value().state() == UserState.ACTIVE)
                .hasSize(1);
    }

    @Test
    void aRevokedUserStaysRevoked() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        registry.changeUserState(id(acme), alice, 1, UserState.REVOKED);

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), alice, 2, UserState.ACTIVE));
        assertThat(registry.findUser(id(acme), alice).orElseThrow().value().state())
                .isEqualTo(UserState.REVOKED);
    }

    @Test
    void anActiveTenantKeepsItsDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeUserState(id(acme), admin, 1, UserState.REVOKED))
                .withMessageContaining("default administrator");
        assertThat(registry.findUser(id(acme), admin)).contains(acme.administrator());
        registry.changeTenantState(id(acme), 1, TenantState.SUSPENDED);
        registry.changeUserState(id(acme), admin, 1, UserState.REVOKED);
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeTenantState(id(acme), 2, TenantState.ACTIVE));
        assertThat(registry.findTenant(id(acme)).orElseThrow().value().state()).isEqualTo(TenantState.SUSPENDED);
    }

    @Test
    void usersAreListedByLoginAndState() throws Exception {
        CreatedTenant acme = create("acme");
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        registry.addUser(id(acme), user("albert"), SENDER, BY);
        registry.changeUserState(id(acme), alice, 1, UserState.LOCKED);

        assertThat(logins(acme, new UserQuery(Optional.of("al"), Optional.empty(), FIRST)))
                .containsExactly("albert", "alice");
        assertThat(logins(acme, new UserQuery(Optional.of("al"), Optional.of(UserState.ACTIVE), FIRST)))
                .containsExactly("albert");
        assertThat(logins(acme, new UserQuery(Optional.empty(), Optional.of(UserState.LOCKED), FIRST)))
                .containsExactly("alice");
        assertThat(logins(acme, new UserQuery(Optional.of("%"), Optional.empty(), FIRST)))
                .isEmpty();
    }

    private List<String> logins(CreatedTenant tenant, UserQuery query) throws RegistryException {
        return registry.listUsers(id(tenant), query).entries().stream()
                .map(u -> u.value().login().value())
                .toList();
    }

    @Test
    void rolesAreGivenAndTakenAndComeWithTheUser() throws Exception {
        CreatedTenant acme = create("acme");
        Versioned<TenantUser> alice = registry.addUser(id(acme), user("alice"), SENDER, BY);
        UserId id = alice.value().id();
        assertThat(alice.value().roles()).containsExactly(Role.TENANT_USER);

        Versioned<TenantUser> changed =
                registry.changeRoles(id(acme), id, 1, Set.of(Role.TENANT_OPERATOR, Role.TENANT_AUDITOR), BY);

        assertThat(changed.revision()).isEqualTo(2);
        assertThat(changed.value().roles()).containsExactlyInAnyOrder(Role.TENANT_OPERATOR, Role.TENANT_AUDITOR);
        assertThat(registry.roles(id(acme), id)).isEqualTo(changed.value().roles());
        assertThat(registry.findUser(id(acme), id)).contains(changed);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeRoles(id(acme), id, 1, SENDER, BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeRoles(id(acme), id, 2, Set.of(), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeRoles(id(acme), id, 2, Set.of(Role.SYSTEM_ADMIN), BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.changeRoles(id(create("globex")), id, 2, SENDER, BY));
        registry.changeUserState(id(acme), id, 2, UserState.REVOKED);
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeRoles(id(acme), id, 3, SENDER, BY));
        assertThat(registry.roles(id(acme), id)).isEqualTo(changed.value().roles());
    }

    @Test
    void theDefaultAdministratorStaysAnAdministrator() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeRoles(id(acme), admin, 1, SENDER, BY));
        Set<Role> more = Set.of(Role.TENANT_ADMIN, Role.TENANT_USER);
        assertThat(registry.changeRoles(id(acme), admin, 1, more, BY).value().roles())
                .isEqualTo(more);
    }

    @Test
    void anotherUserBecomesTheDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();

        Versioned<TenantUser> next = registry.changeDefaultAdministrator(id(acme), alice, 1, BY);

        assertThat(next.value().defaultAdministrator()).isTrue();
        assertThat(next.value().roles()).containsExactlyInAnyOrder(Role.TENANT_ADMIN, Role.TENANT_USER);
        TenantUser before = registry.findUser(id(acme), admin).orElseThrow().value();
        assertThat(before.defaultAdministrator()).isFalse();
        assertThat(before.roles()).containsExactly(Role.TENANT_ADMIN);
        assertThat(registry.findUser(id(acme), admin).orElseThrow().revision()).isEqualTo(2);
        registry.changeUserState(id(acme), admin, 2, UserState.REVOKED);
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.changeDefaultAdministrator(id(acme), admin, 3, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeDefaultAdministrator(id(acme), alice, 1, BY));
        assertThat(registry.changeDefaultAdministrator(id(acme), alice, 2, BY).value())
                .isEqualTo(next.value());
    }

    @Test
    void aFormerDefaultAdministratorHandsNothingOver() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        UserId alice =
                registry.addUser(id(acme), user("alice"), SENDER, BY).value().id();
        UserId bob = registry.addUser(id(acme), user("bob"), SENDER, BY).value().id();

        assertThat(registry.handOverDefaultAdministrator(id(acme), admin, alice, 1)
                        .value()
                        .defaultAdministrator())
                .isTrue();

        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.handOverDefaultAdministrator(id(acme), admin, bob, 1));
        assertThat(registry.findUser(id(acme), bob).orElseThrow().value().defaultAdministrator())
                .isFalse();
    }

    @Test
    void concurrentHandoversSucceedOnce() throws Exception {
        CreatedTenant acme = create("acme");
        UserId admin = acme.administrator().value().id();
        List<UserId> users = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            users.add(registry.addUser(id(acme), user("user-" + i), SENDER, BY)
                    .value()
                    .id());
        }
        AtomicInteger next = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();

        atOnce(4, () -> {
            try {
                return registry.handOverDefaultAdministrator(id(acme), admin, users.get(next.getAndIncrement()), 1)
                        .revision();
            } catch (RegistryException.Stale e) {
                return (long) -refused.incrementAndGet();
            }
        });

        assertThat(refused).hasValue(3);
    }

    @Test
    void concurrentChangesLeaveOneDefaultAdministrator() throws Exception {
        CreatedTenant acme = create("acme");
        List<UserId> users = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            users.add(registry.addUser(id(acme), user("user-" + i), SENDER, BY)
                    .value()
                    .id());
        }
        AtomicInteger next = new AtomicInteger();

        atOnce(4, () -> registry.changeDefaultAdministrator(id(acme), users.get(next.getAndIncrement()), 1, BY)
                .revision());

        assertThat(registry.listUsers(id(acme), FIRST).entries())
                .filteredOn(u -> u.value().defaultAdministrator())
                .hasSize(1);
    }
}
