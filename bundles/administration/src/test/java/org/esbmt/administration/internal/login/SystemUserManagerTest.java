package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;
import static org.esbmt.tenancy.api.Role.SRE;
import static org.esbmt.tenancy.api.Role.SYSTEM_ADMIN;
import static org.esbmt.tenancy.api.Role.SYSTEM_AUDITOR;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView.State;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.TenantRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Administrators, SREs and auditors of the installation are added and removed; the last administrator stays. */
class SystemUserManagerTest {
    private static final String SECRET = "a long password of theirs";
    private static final Administrator NINA = new Administrator("nina", "test");

    @TempDir
    Path data;

    private TestBus bus;
    private SystemUserManager users;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        users = bus.systemUsers;
    }

    @Test
    void anAddedUserHasThePermissionsOfTheRolesOnly() throws Exception {
        SystemUserView nina = bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SRE)));

        assertThat(nina.roles()).containsExactly(SRE);
        assertThat(nina.state()).isEqualTo(State.ACTIVE);
        assertThat(bus.nodes.nodes(NINA, PageRequest.first(10))).isNotNull();
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(NINA, new AddSystemUser("noah", password(SECRET), Set.of(SYSTEM_ADMIN))));
        refused(Reason.FORBIDDEN, () -> bus.execute(NINA, new AssignSystemRole("nina", SYSTEM_ADMIN)));
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        assertThat(bus.login("nina", SECRET.toCharArray()))
                .as("has no login of the container")
                .isEmpty();

        assertThat(bus.execute(admin(), new AssignSystemRole("nina", SYSTEM_ADMIN))
                        .roles())
                .containsExactly(SYSTEM_ADMIN, SRE);
        bus.execute(NINA, new AddSystemUser("noah", password(SECRET), Set.of(SYSTEM_AUDITOR)));
        assertThat(bus.login("nina", SECRET.toCharArray())).isPresent();
    }

    @Test
    void aLockedOrRemovedUserAndALostRoleAreRefusedAtOnce() throws Exception {
        bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SYSTEM_ADMIN, SYSTEM_AUDITOR)));

        bus.execute(admin(), new LockSystemUser("nina"));
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new LockSystemUser("nina")))
                .hasMessageContaining("only from ACTIVE");
        bus.execute(admin(), new UnlockSystemUser("nina"));
        bus.execute(admin(), new RevokeSystemRole("nina", SYSTEM_ADMIN));
        refused(Reason.FORBIDDEN, () -> bus.execute(NINA, new LockSystemUser("admin")));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RevokeSystemRole("nina", SYSTEM_AUDITOR)))
                .hasMessageContaining("no other role");
        bus.execute(admin(), new RemoveSystemUser("nina"));
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new UnlockSystemUser("nina")))
                .hasMessageContaining("removed for good");
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SRE))));
    }

    @Test
    void theLastAdministratorCannotBeRemoved() throws Exception {
        bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SRE)));

        for (ThrowingCallable leaving : new ThrowingCallable[] {
            () -> bus.execute(admin(), new LockSystemUser("admin")),
            () -> bus.execute(admin(), new RemoveSystemUser("admin")),
            () -> {
                bus.execute(admin(), new AssignSystemRole("admin", SRE));
                bus.execute(admin(), new RevokeSystemRole("admin", SYSTEM_ADMIN));
            }
        }) {
            refused(Reason.CONFLICT, leaving).hasMessageContaining("SYSTEM_ADMIN");
        }
        bus.execute(admin(), new AssignSystemRole("nina", SYSTEM_ADMIN));
        assertThat(bus.execute(NINA, new LockSystemUser("admin")).state()).isEqualTo(State.LOCKED);
    }

    @Test
    void anotherAdministratorReplacesALostPassword() throws Exception {
        bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SYSTEM_ADMIN)));
        String before = "another long password";

        bus.execute(NINA, new SetSystemPassword("admin", password(before)));

        assertThat(bus.login("admin", before.toCharArray())).isPresent();
        refused(Reason.CONFLICT, () -> bus.execute(NINA, new SetSystemPassword("nina", password(before))))
                .hasMessageContaining("own password");
        refused(Reason.NOT_FOUND, () -> bus.execute(NINA, new SetSystemPassword("nobody", password(before))));
    }

    @Test
    void aChangedUserIsNotRememberedForAnOutage() throws Exception {
        List<ThrowingCallable> changes = List.of(
                () -> bus.execute(admin(), new SetSystemPassword("nina", password("another long password"))),
                () -> bus.execute(admin(), new LockSystemUser("nina")),
                () -> {
                    bus.execute(admin(), new AssignSystemRole("nina", SRE));
                    loggedIn("nina", true);
                    bus.execute(admin(), new RevokeSystemRole("nina", SYSTEM_ADMIN));
                },
                () -> bus.execute(admin(), new RemoveSystemUser("nina")));
        for (ThrowingCallable change : changes) {
            bus = new TestBus(data).withAdministrator();
            users = bus.systemUsers;
            bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SYSTEM_ADMIN)));
            loggedIn("nina", true);
            bus.registry.goAway();
            loggedIn("nina", true);
            bus.registry.comeBack();

            assertThatCode(change).doesNotThrowAnyException();

            bus.registry.goAway();
            loggedIn("nina", false);
        }
    }

    @Test
    void aForbiddenChangeForgetsNoRememberedLogin() throws Exception {
        bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SRE)));
        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();

        refused(Reason.FORBIDDEN, () -> bus.execute(NINA, new LockSystemUser("admin")));
        bus.registry.goAway();
        refused(Reason.UNAVAILABLE, () -> bus.execute(NINA, new SetSystemPassword("admin", password(SECRET))));

        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();
    }

    private void loggedIn(String login, boolean in) {
        assertThat(bus.login(login, SECRET.toCharArray()).isPresent()).isEqualTo(in);
    }

    @Test
    void aRepeatedRequestIsDoneOnce() throws Exception {
        UUID id = UUID.randomUUID();
        SystemUserView nina = bus.execute(admin().asking(id), new AddSystemUser("nina", password(SECRET), Set.of(SRE)));

        assertThat(bus.execute(admin().asking(id), new AddSystemUser("nina", password(SECRET), Set.of(SRE))))
                .isEqualTo(nina);
        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        admin().asking(id), new AddSystemUser("nina", password("another long password"), Set.of(SRE))));
        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        admin().asking(id), new AddSystemUser("nina", password(SECRET), Set.of(SYSTEM_ADMIN))));
        refused(Reason.STALE, () -> bus.execute(admin().expecting(7), new LockSystemUser("nina")));
    }

    @Test
    void usersAreListedByLoginAndStateAndTheirChangesAreInTheInstallationsAudit() throws Exception {
        bus.execute(admin(), new AddSystemUser("nina", password(SECRET), Set.of(SRE)));
        bus.execute(admin(), new AddSystemUser("noah", password(SECRET), Set.of(SYSTEM_AUDITOR)));
        bus.execute(admin(), new LockSystemUser("noah"));

        assertThat(users.list(
                                admin(),
                                new SystemUserFilter(Optional.of("n"), Optional.of(State.ACTIVE)),
                                PageRequest.first(10))
                        .entries())
                .extracting(SystemUserView::login)
                .containsExactly("admin", "nina");
        assertThat(users.list(admin(), SystemUserFilter.ALL, new PageRequest(1, 1))
                        .total())
                .isEqualTo(3);
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .extracting(e -> e.content().action())
                .endsWith("addSystemUser", "addSystemUser", "lockSystemUser");
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
