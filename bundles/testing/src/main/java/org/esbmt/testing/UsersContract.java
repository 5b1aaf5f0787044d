package org.esbmt.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/** Whom a tenant has, with which logins, roles and states. A part of {@link TenantRegistryContract}. */
abstract class UsersContract extends RegistryFixture {

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
    void whoIsRevokedStaysRevoked() throws Exception {
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
}
