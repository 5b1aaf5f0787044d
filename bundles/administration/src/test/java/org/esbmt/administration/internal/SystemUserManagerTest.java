package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.api.SystemRole.SRE;
import static org.esbmt.administration.api.SystemRole.SYSTEM_ADMIN;
import static org.esbmt.administration.api.SystemRole.SYSTEM_AUDITOR;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.password;

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
import org.esbmt.registry.api.TenantRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who administers, runs and audits the installation comes, goes, and is never all gone. */
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
    void whoIsAddedMayWhatTheRolesSayAndNothingElse() throws Exception {
        SystemUserView nina = users.add(admin(), "nina", password(SECRET), Set.of(SRE));

        assertThat(nina.roles()).containsExactly(SRE);
        assertThat(nina.state()).isEqualTo(State.ACTIVE);
        assertThat(bus.nodes.nodes(NINA, PageRequest.first(10))).isNotNull();
        refused(Reason.FORBIDDEN, () -> users.add(NINA, "noah", password(SECRET), Set.of(SYSTEM_ADMIN)));
        refused(Reason.FORBIDDEN, () -> users.assignRole(NINA, "nina", SYSTEM_ADMIN));
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        assertThat(bus.login("nina", SECRET.toCharArray()))
                .as("has no login of the container")
                .isEmpty();

        assertThat(users.assignRole(admin(), "nina", SYSTEM_ADMIN).roles()).containsExactly(SYSTEM_ADMIN, SRE);
        users.add(NINA, "noah", password(SECRET), Set.of(SYSTEM_AUDITOR));
        assertThat(bus.login("nina", SECRET.toCharArray())).isPresent();
    }

    @Test
    void whoIsLockedOrRemovedOrLosesTheRoleIsRefusedAtOnce() throws Exception {
        users.add(admin(), "nina", password(SECRET), Set.of(SYSTEM_ADMIN, SYSTEM_AUDITOR));

        users.lock(admin(), "nina");
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        refused(Reason.CONFLICT, () -> users.lock(admin(), "nina")).hasMessageContaining("only from ACTIVE");
        users.unlock(admin(), "nina");
        users.revokeRole(admin(), "nina", SYSTEM_ADMIN);
        refused(Reason.FORBIDDEN, () -> users.lock(NINA, "admin"));
        refused(Reason.CONFLICT, () -> users.revokeRole(admin(), "nina", SYSTEM_AUDITOR))
                .hasMessageContaining("no other role");
        users.remove(admin(), "nina");
        refused(Reason.FORBIDDEN, () -> users.list(NINA, SystemUserFilter.ALL, PageRequest.first(10)));
        refused(Reason.CONFLICT, () -> users.unlock(admin(), "nina")).hasMessageContaining("removed for good");
        refused(Reason.CONFLICT, () -> users.add(admin(), "nina", password(SECRET), Set.of(SRE)));
    }

    @Test
    void theLastWhoAdministersStays() throws Exception {
        users.add(admin(), "nina", password(SECRET), Set.of(SRE));

        for (ThrowingCallable leaving : new ThrowingCallable[] {
            () -> users.lock(admin(), "admin"),
            () -> users.remove(admin(), "admin"),
            () -> {
                users.assignRole(admin(), "admin", SRE);
                users.revokeRole(admin(), "admin", SYSTEM_ADMIN);
            }
        }) {
            refused(Reason.CONFLICT, leaving).hasMessageContaining("SYSTEM_ADMIN");
        }
        users.assignRole(admin(), "nina", SYSTEM_ADMIN);
        assertThat(users.lock(NINA, "admin").state()).isEqualTo(State.LOCKED);
    }

    @Test
    void aLostPasswordIsReplacedBySomebodyElse() throws Exception {
        users.add(admin(), "nina", password(SECRET), Set.of(SYSTEM_ADMIN));
        String before = "another long password";

        users.setPassword(NINA, "admin", password(before));

        assertThat(bus.login("admin", before.toCharArray())).isPresent();
        refused(Reason.CONFLICT, () -> users.setPassword(NINA, "nina", password(before)))
                .hasMessageContaining("own password");
        refused(Reason.NOT_FOUND, () -> users.setPassword(NINA, "nobody", password(before)));
    }

    @Test
    void whoIsLockedOrRemovedOrHasAnotherPasswordOrRoleIsNotRememberedForAnOutage() throws Exception {
        List<ThrowingCallable> changes = List.of(
                () -> users.setPassword(admin(), "nina", password("another long password")),
                () -> users.lock(admin(), "nina"),
                () -> {
                    users.assignRole(admin(), "nina", SRE);
                    loggedIn("nina", true);
                    users.revokeRole(admin(), "nina", SYSTEM_ADMIN);
                },
                () -> users.remove(admin(), "nina"));
        for (ThrowingCallable change : changes) {
            bus = new TestBus(data).withAdministrator();
            users = bus.systemUsers;
            users.add(admin(), "nina", password(SECRET), Set.of(SYSTEM_ADMIN));
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
    void whoMayNotChangeAnAdministratorMakesNobodyForgetOne() throws Exception {
        users.add(admin(), "nina", password(SECRET), Set.of(SRE));
        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();

        refused(Reason.FORBIDDEN, () -> users.lock(NINA, "admin"));
        bus.registry.goAway();
        refused(Reason.UNAVAILABLE, () -> users.setPassword(NINA, "admin", password(SECRET)));

        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();
    }

    private void loggedIn(String login, boolean in) {
        assertThat(bus.login(login, SECRET.toCharArray()).isPresent()).isEqualTo(in);
    }

    @Test
    void askedAgainUnderOneIdentifierItIsDoneOnce() throws Exception {
        UUID id = UUID.randomUUID();
        SystemUserView nina = users.add(admin().asking(id), "nina", password(SECRET), Set.of(SRE));

        assertThat(users.add(admin().asking(id), "nina", password(SECRET), Set.of(SRE)))
                .isEqualTo(nina);
        refused(
                Reason.CONFLICT,
                () -> users.add(admin().asking(id), "nina", password("another long password"), Set.of(SRE)));
        refused(Reason.CONFLICT, () -> users.add(admin().asking(id), "nina", password(SECRET), Set.of(SYSTEM_ADMIN)));
        refused(Reason.STALE, () -> users.lock(admin().expecting(7), "nina"));
    }

    @Test
    void theyAreListedByLoginAndStateAndWhatWasDoneIsInTheAuditOfTheInstallation() throws Exception {
        users.add(admin(), "nina", password(SECRET), Set.of(SRE));
        users.add(admin(), "noah", password(SECRET), Set.of(SYSTEM_AUDITOR));
        users.lock(admin(), "noah");

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
