package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AccessCredentialLogin.Owner;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RegisterCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeSystemAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TestCertificates;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and certificates over the managers: their owners, scopes and ends, and guesses. */
class AccessCredentialsTest {
    private static final String SECRET = "acme's long password";
    private static final Origin HERE = new Origin("rest", "192.0.2.1");
    private static final Administrator CLERK = new Administrator("acme/clerk", "test");
    private static final PageRequest FIRST = PageRequest.first(50);

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private UserId clerk;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = created("acme");
        clerk = bus.execute(
                        boss(),
                        new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_ADMIN, Role.TENANT_AUDITOR)))
                .id();
    }

    private TenantId created(String name) throws Exception {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password(SECRET)))
                .tenant()
                .id();
    }

    private IssuedToken issue(Administrator by, Scope scope) throws Exception {
        return bus.execute(by, new CreateToken("deploy", scope, OptionalInt.empty()));
    }

    private Optional<Owner> login(IssuedToken issued) throws Exception {
        return bus.accessCredentialLogin.byToken(HERE, text(issued).toCharArray());
    }

    private static String text(IssuedToken issued) {
        return issued.token().orElseThrow();
    }

    private Administrator with(IssuedToken issued) throws Exception {
        return login(issued).orElseThrow().administrator("rest");
    }

    private static Scope scope(boolean changes, Part... parts) {
        return new Scope(changes, EnumSet.copyOf(List.of(parts)));
    }

    private static void refused(Reason reason, String sentence, ThrowingCallable request) {
        assertThatExceptionOfType(AdministrationException.class)
                .isThrownBy(request)
                .withMessageContaining(sentence)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void aTokenActsForItsOwner() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);

        Owner owner = login(issued).orElseThrow();

        assertThat(owner).isEqualTo(new Owner("acme/clerk", issued.view().id(), Scope.FULL));
        assertThat(bus.logins.whoAmI(owner.administrator("rest")).login()).isEqualTo("acme/clerk");
    }

    @Test
    void aTokenOfAUserOfTheInstallationActsForThatUser() throws Exception {
        IssuedToken issued = issue(admin(), scope(true, Part.TENANTS));
        assertThat(login(issued).map(Owner::login)).contains("admin");
        bus.execute(with(issued), new SuspendTenant(acme));
    }

    @Test
    void theTextOfATokenIsReturnedOnceAndKeptNowhere() throws Exception {
        Administrator asking = CLERK.asking(UUID.randomUUID());
        List<String> lines;
        IssuedToken issued;
        try (CapturedLog log = new CapturedLog()) {
            issued = issue(asking, Scope.FULL);
            assertThat(login(issued)).isPresent();
            lines = log.linesWith("");
        }
        assertThat(text(issued)).matches("esbmt_[A-Za-z0-9_-]{43}");
        String secret = text(issued).substring(6);
        assertThat(lines).isNotEmpty().noneMatch(line -> line.contains(secret));
        assertThat(issued.toString()).doesNotContain(secret);
        assertThat(bus.audit.read(acme, 1, 100).toString()).doesNotContain(secret);
        assertThat(bus.tokensOfUsers.ofUser(acme, clerk).toString()).doesNotContain(secret);

        IssuedToken again = issue(asking, Scope.FULL);
        assertThat(again.view()).isEqualTo(bus.accessCredentials.tokens(CLERK).get(0));
        assertThat(again.token()).as("of a repetition").isEmpty();
        assertThat(bus.accessCredentials.tokens(CLERK)).hasSize(1);
    }

    @Test
    void aTokenExpires() throws Exception {
        IssuedToken standard = issue(CLERK, Scope.FULL);
        IssuedToken oneDay = bus.execute(CLERK, new CreateToken("one day", Scope.FULL, OptionalInt.of(1)));
        Administrator asking = with(oneDay);

        bus.now.set(bus.now.get().plus(Duration.ofDays(1)).plusMillis(1));

        assertThat(login(oneDay)).isEmpty();
        refused(Reason.FORBIDDEN, "has ended", () -> bus.logins.whoAmI(asking));
        assertThat(login(standard)).isPresent();
        bus.now.set(bus.now.get().plus(Duration.ofDays(89)));
        assertThat(login(standard)).isEmpty();
    }

    @Test
    void aRevokedTokenIsRefusedAtOnce() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        Administrator asking = with(issued);

        bus.execute(CLERK, new RevokeToken(issued.view().id()));

        assertThat(login(issued)).isEmpty();
        refused(Reason.FORBIDDEN, "has ended", () -> bus.logins.whoAmI(asking));
        assertThat(new PartPolicy(bus.administrators).parts(asking)).contains(Set.of());
        refused(
                Reason.NOT_FOUND,
                "no such token",
                () -> bus.execute(CLERK, new RevokeToken(issued.view().id())));
        assertThat(bus.accessCredentials.tokens(CLERK).get(0).revokedAt()).isPresent();
    }

    @Test
    void aLockedOwnersTokenWaitsAndARemovedOnesEnds() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        Administrator asking = with(issued);

        bus.execute(boss(), new LockUser(acme, clerk));
        assertThat(login(issued)).isEmpty();
        refused(Reason.FORBIDDEN, "", () -> bus.logins.whoAmI(asking));
        bus.execute(boss(), new UnlockUser(acme, clerk));
        assertThat(login(issued)).isPresent();

        bus.execute(boss(), new RemoveUser(acme, clerk));
        assertThat(login(issued)).isEmpty();
        refused(Reason.FORBIDDEN, "", () -> bus.logins.whoAmI(asking));
    }

    @Test
    void theTokensOfASuspendedTenantWait() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        Administrator asking = with(issued);

        bus.execute(admin(), new SuspendTenant(acme));
        assertThat(login(issued)).isEmpty();
        refused(Reason.FORBIDDEN, "", () -> bus.logins.whoAmI(asking));
        bus.execute(admin(), new ResumeTenant(acme));
        assertThat(login(issued)).isPresent();
    }

    @Test
    void aNewPasswordEndsNoToken() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        bus.execute(CLERK, new ChangePassword(SECRET.toCharArray(), password("another long password")));
        assertThat(login(issued)).isPresent();
    }

    @Test
    void aTokenHasNoMoreThanItsOwnersPresentRoles() throws Exception {
        Administrator token = with(issue(CLERK, Scope.FULL));
        bus.accessCredentials.ofTenant(token, acme, FIRST);

        bus.execute(boss(), new RevokeRole(acme, clerk, Role.TENANT_ADMIN));

        refused(
                Reason.FORBIDDEN,
                "may not lockUser",
                () -> bus.execute(token, new LockUser(TenantRef.of(acme), UserRef.of("boss"))));
        refused(Reason.FORBIDDEN, "may not", () -> bus.execute(token, new SuspendTenant(acme)));
    }

    @Test
    void aTokenOfOneTenantDoesNothingInAnother() throws Exception {
        TenantId globex = created("globex");
        Administrator token = with(issue(CLERK, Scope.FULL));
        refused(Reason.FORBIDDEN, "", () -> bus.contacts.contacts(token, globex));

        IssuedToken theirs = issue(new Administrator("globex/boss", "test"), Scope.FULL);
        Administrator forged = boss().with(theirs.view().id());
        refused(Reason.FORBIDDEN, "", () -> bus.logins.whoAmI(forged));
        refused(
                Reason.NOT_FOUND,
                "",
                () -> bus.execute(
                        boss(), new RevokeAccessCredential(acme, theirs.view().id())));
        assertThat(login(theirs)).isPresent();
    }

    @Test
    void anotherUsersIdentifierIsNoCredentialOfTheCaller() throws Exception {
        IssuedToken clerks = issue(CLERK, Scope.FULL);
        Administrator forged = boss().with(clerks.view().id());
        refused(Reason.FORBIDDEN, "", () -> bus.logins.whoAmI(forged));
        refused(
                Reason.NOT_FOUND,
                "",
                () -> bus.execute(boss(), new RevokeToken(clerks.view().id())));
    }

    @Test
    void aScopeLimitsPartsAndChanges() throws Exception {
        Administrator reads = with(issue(CLERK, scope(false, Part.TENANTS)));
        assertThat(bus.contacts.contacts(reads, acme)).isEmpty();
        refused(
                Reason.FORBIDDEN,
                "the token or certificate of 'acme/clerk' is not for lockUser",
                () -> bus.execute(reads, new LockUser(acme, clerk)));
        refused(
                Reason.FORBIDDEN,
                "is not for getAudit",
                () -> bus.audits.read(reads, Optional.of(acme), OptionalLong.empty(), 10));
        assertThat(new PartPolicy(bus.administrators).parts(reads)).contains(Set.of(Part.TENANTS));
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(entry -> entry.content().action())
                .contains("lockUser refused: FORBIDDEN");
    }

    @Test
    void everyTokenReadsItsOwnersIdentity() throws Exception {
        Administrator audit = with(issue(CLERK, scope(false, Part.AUDIT)));
        assertThat(bus.logins.whoAmI(audit).login()).isEqualTo("acme/clerk");
    }

    @Test
    void aBatchDoesNotExtendAScope() throws Exception {
        Administrator batches = with(issue(CLERK, scope(true, Part.BATCHES)));
        LockUser lock = new LockUser(acme, clerk);
        refused(Reason.FORBIDDEN, "is not for lockUser", () -> bus.execute(batches, batch(lock)));
        refused(Reason.FORBIDDEN, "is not for lockUser", () -> bus.executor().dryRun(batches, batch(lock)));
    }

    @Test
    void aTokenMakesNoOtherAccess() throws Exception {
        Administrator full = with(issue(CLERK, Scope.FULL));
        refused(Reason.FORBIDDEN, "is not for createToken", () -> issue(full, scope(false, Part.AUDIT)));
        refused(
                Reason.FORBIDDEN,
                "is not for registerCertificate",
                () -> bus.execute(full, certificate(TestCertificates.LAPTOP)));
        refused(
                Reason.FORBIDDEN,
                "is not for changePassword",
                () -> bus.execute(full, new ChangePassword(SECRET.toCharArray(), password("another long password"))));
    }

    @Test
    void aNarrowTokenGivesNobodyAPasswordOrARole() throws Exception {
        EnumSet<Part> allButOne = EnumSet.allOf(Part.class);
        allButOne.remove(Part.LINKS);
        Administrator narrow = with(issue(CLERK, new Scope(true, allButOne)));
        AddUser adding = new AddUser(acme, "evil", password("another long password"), Set.of(Role.TENANT_ADMIN));
        refused(Reason.FORBIDDEN, "is not for addUser", () -> bus.execute(narrow, adding));
        refused(Reason.FORBIDDEN, "is not for addUser", () -> bus.execute(narrow, batch(adding)));
        refused(
                Reason.FORBIDDEN,
                "is not for setPassword",
                () -> bus.execute(narrow, new SetPassword(acme, clerk, password("another long password"))));
        bus.execute(narrow, new LockUser(acme, clerk));
    }

    @Test
    void aFullTokenAddsUsers() throws Exception {
        bus.execute(
                with(issue(CLERK, Scope.FULL)),
                new AddUser(acme, "more", password("another long password"), Set.of(Role.TENANT_USER)));
    }

    @Test
    void guessesWaitAndCostNoHashAndARightTokenDoesNot() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        int checks = bus.hasher.checks.get();
        String guess = "esbmt_" + "A".repeat(43);
        for (int i = 0; i < 10; i++) {
            assertThat(bus.accessCredentialLogin.byToken(HERE, guess.toCharArray()))
                    .isEmpty();
        }
        assertThat(bus.pauses).hasSizeGreaterThan(2);
        assertThat(bus.hasher.checks.get()).isEqualTo(checks);

        int waited = bus.pauses.size();
        assertThat(login(issued)).isPresent();
        assertThat(bus.accessCredentialLogin.byToken(new Origin("rest", "192.0.2.9"), guess.toCharArray()))
                .isEmpty();
        assertThat(bus.pauses).as("another source's first guess").hasSize(waited);
    }

    @Test
    void textsOfAnotherFormAreNoTokens() throws Exception {
        String right = text(issue(CLERK, Scope.FULL));
        for (String other : List.of(
                "",
                "esbmt_",
                right.substring(6),
                right + "A",
                " " + right,
                right.toUpperCase(Locale.ROOT),
                "ESBMT_" + right.substring(6),
                right.substring(0, 48) + "\u0141",
                "x".repeat(100_000))) {
            assertThat(bus.accessCredentialLogin.byToken(new Origin("rest", other), other.toCharArray()))
                    .as(other.substring(0, Math.min(60, other.length())))
                    .isEmpty();
        }
    }

    @Test
    void aUseIsNotedOnceInFiveMinutes() throws Exception {
        IssuedToken issued = issue(CLERK, Scope.FULL);
        assertThat(bus.accessCredentials.tokens(CLERK).get(0).lastUsedAt()).isEmpty();
        login(issued);
        Optional<Instant> first = bus.accessCredentials.tokens(CLERK).get(0).lastUsedAt();
        bus.now.set(bus.now.get().plusSeconds(299));
        login(issued);
        assertThat(bus.accessCredentials.tokens(CLERK).get(0).lastUsedAt()).isEqualTo(first);
        bus.now.set(bus.now.get().plusSeconds(2));
        login(issued);
        assertThat(bus.accessCredentials.tokens(CLERK).get(0).lastUsedAt()).isNotEqualTo(first);
        assertThat(bus.audit.read(acme, 1, 100))
                .as("no change of an administrator")
                .hasSize(2);
    }

    private static RegisterCertificate certificate(String pem) {
        return new RegisterCertificate(
                "laptop", TestCertificates.content(pem), scope(true, Part.TENANTS), OptionalInt.empty());
    }

    @Test
    void aRegisteredCertificateActsForItsOwner() throws Exception {
        AccessCredentialView registered = bus.execute(CLERK, certificate(TestCertificates.LAPTOP));

        Owner owner = bus.accessCredentialLogin
                .byCertificate(HERE, TestCertificates.certificate(TestCertificates.LAPTOP))
                .orElseThrow();

        assertThat(owner).isEqualTo(new Owner("acme/clerk", registered.id(), scope(true, Part.TENANTS)));
        assertThat(registered.digest()).isPresent();
        assertThat(bus.accessCredentials.certificates(CLERK)).hasSize(1);
        assertThat(bus.accessCredentials.tokens(CLERK)).isEmpty();
        assertThat(bus.accessCredentialLogin.byCertificate(
                        HERE, TestCertificates.certificate(TestCertificates.ANOTHER)))
                .isEmpty();
        refused(Reason.NOT_FOUND, "", () -> bus.execute(CLERK, new RevokeToken(registered.id())));

        bus.execute(CLERK, new RevokeCertificate(registered.id()));
        assertThat(bus.accessCredentialLogin.byCertificate(HERE, TestCertificates.certificate(TestCertificates.LAPTOP)))
                .isEmpty();
        refused(
                Reason.CONFLICT,
                "registered already, or was revoked",
                () -> bus.execute(CLERK, certificate(TestCertificates.LAPTOP)));
        refused(
                Reason.CONFLICT,
                "registered already, or was revoked",
                () -> bus.execute(boss(), certificate(TestCertificates.LAPTOP)));
    }

    @Test
    void weakAndUnreadableCertificatesAreRefused() {
        for (String other : List.of(
                TestCertificates.WEAK,
                "",
                "esbmt",
                TestCertificates.LAPTOP + TestCertificates.ANOTHER,
                TestCertificates.LAPTOP.substring(0, 200),
                "x".repeat(70_000))) {
            refused(Reason.INVALID, "", () -> bus.execute(CLERK, certificate(other)));
        }
        bus.now.set(Instant.parse("2020-01-01T00:00:00Z"));
        refused(Reason.INVALID, "not now", () -> bus.execute(CLERK, certificate(TestCertificates.LAPTOP)));
    }

    @Test
    void administratorsListAndRevokeThoseOfTheirUsers() throws Exception {
        IssuedToken clerks = issue(CLERK, Scope.FULL);
        IssuedToken admins = issue(admin(), Scope.FULL);
        assertThat(bus.accessCredentials.ofTenant(boss(), acme, FIRST).entries())
                .extracting(AccessCredentialView::login)
                .containsExactly("acme/clerk");
        assertThat(bus.accessCredentials.ofInstallation(admin(), FIRST).entries())
                .extracting(AccessCredentialView::login)
                .containsExactly("admin");
        refused(Reason.FORBIDDEN, "", () -> bus.accessCredentials.ofTenant(admin(), acme, FIRST));

        bus.execute(boss(), new RevokeAccessCredential(acme, clerks.view().id()));
        assertThat(login(clerks)).isEmpty();
        AccessCredentialId ofAdmin = admins.view().id();
        refused(Reason.FORBIDDEN, "", () -> bus.execute(boss(), new RevokeSystemAccessCredential(ofAdmin)));
        refused(Reason.NOT_FOUND, "", () -> bus.execute(boss(), new RevokeAccessCredential(acme, ofAdmin)));
        bus.execute(admin(), new RevokeSystemAccessCredential(ofAdmin));
        assertThat(login(admins)).isEmpty();
    }

    @Test
    void aContentOfAStreamIsRead() throws Exception {
        AccessCredentialView registered = bus.execute(
                CLERK,
                new RegisterCertificate(
                        "laptop",
                        Content.of(TestCertificates.content(TestCertificates.LAPTOP)
                                .open()),
                        Scope.FULL,
                        OptionalInt.of(366)));
        assertThat(registered.expiresAt()).isEqualTo(registered.createdAt().plus(Duration.ofDays(366)));
    }

    @Test
    void aTwentyFirstTokenIsRefused() throws Exception {
        for (int i = 0; i < 20; i++) {
            issue(CLERK, Scope.FULL);
        }
        refused(Reason.CONFLICT, "20 open tokens and certificates", () -> issue(CLERK, Scope.FULL));
        issue(boss(), Scope.FULL);
    }

    @Test
    void withoutTheRegistryNoTokenIsValid() throws Exception {
        IssuedToken issued = issue(admin(), Scope.FULL);
        Administrator asking = with(issued);
        bus.login("admin", TestBus.GIVEN.toCharArray());
        bus.services.unbindTenants(bus.registry);
        refused(Reason.UNAVAILABLE, "", () -> login(issued));
        refused(Reason.UNAVAILABLE, "", () -> bus.logins.whoAmI(asking));
        assertThat(new PartPolicy(bus.administrators).parts(asking)).isEmpty();
    }
}
