package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TenantPartnerCommand.RevokePartner;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.SetIssuerKeys;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partners, issuers of tokens and their subjects over the managers. */
class TrustManagersTest {
    private static final String ISS = "https://login.example.com";
    private static final TokenSubject ALICE = new TokenSubject(ISS, "alice");

    @TempDir
    Path data;

    private TestBus bus;
    private Administration administration;
    private TenantId acme;
    private TenantId globex;
    private UserId clerk;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        administration = bus.executor();
        acme = tenant("acme");
        globex = tenant("globex");
        clerk = administration
                .execute(
                        boss("acme"),
                        new AddUser(acme, "clerk", TestBus.password("clerk's long password"), Set.of(Role.TENANT_USER)))
                .id();
    }

    private TenantId tenant(String name) throws AdministrationException {
        return administration
                .execute(admin(), new CreateTenant(name, name, "boss", TestBus.password("a boss's long password")))
                .tenant()
                .id();
    }

    private static Administrator admin() {
        return TestBus.admin();
    }

    private static Administrator boss(String tenant) {
        return new Administrator(tenant + "/boss", "test");
    }

    private static Content content(String text) {
        return Content.of(text.getBytes(UTF_8));
    }

    private static RegisterPartner registering(TenantId tenant, String name) throws Exception {
        return new RegisterPartner(tenant, name, content(TestCertificate.make().pem()));
    }

    private static AddIssuer adding(TenantId tenant, String name, String iss) {
        return new AddIssuer(
                tenant, name, iss, "esb", Set.of(TokenAlgorithm.RS256, TokenAlgorithm.ES256), content("{\"keys\":1}"));
    }

    private static void refused(Reason reason, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void aPartnerIsRegisteredShownAndRevoked() throws Exception {
        RegisterPartner registering = registering(acme, "mill");
        TenantPartnerView mill = administration.execute(boss("acme"), registering);
        assertThat(mill.algorithm()).isEqualTo("EC P-256");
        assertThat(bus.tenantKeys.partners(boss("acme"), acme)).containsExactly(mill);
        assertThat(bus.tenantKeys.partner(boss("acme"), acme, "mill")).isEqualTo(mill);
        refused(Reason.CONFLICT, "has a partner", () -> administration.execute(boss("acme"), registering));

        administration.execute(boss("acme"), new RevokePartner(acme, "mill"));
        assertThat(bus.tenantKeys.partners(boss("acme"), acme))
                .singleElement()
                .satisfies(view -> assertThat(view.revokedAt()).isPresent());
        refused(Reason.NOT_FOUND, "no partner", () -> bus.tenantKeys.partner(boss("acme"), acme, "mill"));
        refused(Reason.CONFLICT, "has a partner", () -> administration.execute(boss("acme"), registering));
        refused(
                Reason.INVALID,
                "X.509",
                () -> administration.execute(
                        boss("acme"), new RegisterPartner(acme, "bad", content(FixedKeyMaterial.REFUSED))));
        assertThat(bus.audit.read(acme, 1, 1_000).toString())
                .contains("registerPartner", "revokePartner", "certificate " + mill.digest());
    }

    @Test
    void partnersAndIssuersCountInTheirQuotas() throws Exception {
        for (String name : new String[] {"one", "two", "three"}) {
            administration.execute(boss("acme"), registering(acme, name));
            administration.execute(boss("acme"), adding(acme, name, ISS + name));
        }
        RegisterPartner four = registering(acme, "four");
        refused(Reason.EXCEEDED, "TENANT_PARTNERS", () -> administration.execute(boss("acme"), four));
        refused(
                Reason.EXCEEDED,
                "TENANT_ISSUERS",
                () -> administration.execute(boss("acme"), adding(acme, "four", ISS)));
        administration.execute(boss("acme"), new RevokePartner(acme, "one"));
        administration.execute(boss("acme"), new RemoveIssuer(acme, "one"));
        administration.execute(boss("acme"), four);
        administration.execute(boss("acme"), adding(acme, "four", ISS));
    }

    @Test
    void anIssuerIsAddedGetsOtherKeysAndIsRemoved() throws Exception {
        TokenIssuerView added = administration.execute(boss("acme"), adding(acme, "login", ISS));
        assertThat(added.version()).isEqualTo(1);
        TokenIssuerView set =
                administration.execute(boss("acme"), new SetIssuerKeys(acme, "login", content("{\"keys\":2}")));
        assertThat(set.jwkSet()).isEqualTo("{\"keys\":2}");
        assertThat(set.version()).isEqualTo(2);
        assertThat(bus.tenantKeys.issuers(boss("acme"), acme)).containsExactly(set);
        assertThat(bus.tenantKeys.issuer(boss("acme"), acme, "login")).isEqualTo(set);
        refused(
                Reason.INVALID,
                "no JWK set",
                () -> administration.execute(
                        boss("acme"), new SetIssuerKeys(acme, "login", content(FixedKeyMaterial.REFUSED))));
        administration.execute(boss("acme"), new RemoveIssuer(acme, "login"));
        refused(
                Reason.NOT_FOUND,
                "no issuer",
                () -> administration.execute(boss("acme"), new RemoveIssuer(acme, "login")));
        assertThat(bus.audit.read(acme, 1, 1_000).toString())
                .contains("addIssuer", "setIssuerKeys", "removeIssuer", ISS, "keys [first]");
    }

    @Test
    void aSubjectIsAUsersUntilItIsRemoved() throws Exception {
        administration.execute(boss("acme"), adding(acme, "login", ISS));
        UserSubjectView added = administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "login", "alice"));
        assertThat(added.issuer()).isEqualTo(ISS);
        assertThat(bus.tenantKeys.subjects(boss("acme"), acme, clerk)).containsExactly(added);
        assertThat(bus.registry.find(acme, ALICE)).isPresent();
        administration.execute(boss("acme"), new RemoveUserSubject(acme, clerk, "login", "alice"));
        assertThat(bus.registry.find(acme, ALICE)).isEmpty();
        refused(
                Reason.NOT_FOUND,
                "no such subject",
                () -> administration.execute(boss("acme"), new RemoveUserSubject(acme, clerk, "login", "alice")));
        refused(
                Reason.INVALID,
                "a token's subject",
                () -> administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "login", "a\nb")));
    }

    @Test
    void aUserWhoIsRemovedLosesTheSubjects() throws Exception {
        administration.execute(boss("acme"), adding(acme, "login", ISS));
        administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "login", "alice"));
        administration.execute(boss("acme"), new RemoveUser(acme, clerk));
        assertThat(bus.registry.find(acme, ALICE)).isEmpty();
        refused(
                Reason.CONFLICT,
                "removed for good",
                () -> administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "login", "alice")));
    }

    @Test
    void anotherTenantsIssuersUsersAndPartnersAreOutOfReach() throws Exception {
        administration.execute(boss("globex"), adding(globex, "theirs", ISS));
        administration.execute(boss("globex"), registering(globex, "theirs"));
        administration.execute(boss("acme"), adding(acme, "login", ISS));
        refused(
                Reason.NOT_FOUND,
                "no issuer 'theirs'",
                () -> administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "theirs", "alice")));
        UserId theirs = administration
                .execute(
                        boss("globex"),
                        new AddUser(globex, "x", TestBus.password("x's long password"), Set.of(Role.TENANT_USER)))
                .id();
        refused(
                Reason.NOT_FOUND,
                "",
                () -> administration.execute(boss("acme"), new AddUserSubject(acme, theirs, "login", "alice")));
        refused(
                Reason.NOT_FOUND,
                "no partner",
                () -> administration.execute(boss("acme"), new RevokePartner(acme, "theirs")));
        RegisterPartner foreign = registering(globex, "mine");
        refused(Reason.FORBIDDEN, "", () -> administration.execute(boss("acme"), foreign));
        refused(Reason.FORBIDDEN, "", () -> bus.tenantKeys.issuers(boss("acme"), globex));
        refused(
                Reason.FORBIDDEN,
                "TENANT_ADMIN",
                () -> administration.execute(admin(), adding(acme, "of the installation", ISS)));
    }

    @Test
    void aRepetitionUnderOneIdentifierChangesNothing() throws Exception {
        RegisterPartner partner = registering(acme, "mill");
        Administrator again = boss("acme").asking(UUID.randomUUID());
        TenantPartnerView first = administration.execute(again, partner);
        assertThat(administration.execute(again, partner)).isEqualTo(first);
        Administrator issuing = boss("acme").asking(UUID.randomUUID());
        TokenIssuerView issuer = administration.execute(issuing, adding(acme, "login", ISS));
        assertThat(administration.execute(issuing, adding(acme, "login", ISS))).isEqualTo(issuer);
        Administrator naming = boss("acme").asking(UUID.randomUUID());
        AddUserSubject alice = new AddUserSubject(acme, clerk, "login", "alice");
        assertThat(administration.execute(naming, alice)).isEqualTo(administration.execute(naming, alice));
    }

    @Test
    void aPurgeRemovesAll() throws Exception {
        administration.execute(boss("acme"), registering(acme, "mill"));
        administration.execute(boss("acme"), adding(acme, "login", ISS));
        administration.execute(boss("acme"), new AddUserSubject(acme, clerk, "login", "alice"));
        administration.execute(admin(), new SuspendTenant(TenantRef.of(acme)));
        administration.execute(admin(), new DrainTenant(TenantRef.of(acme)));
        administration.execute(admin(), new PurgeTenant(TenantRef.of(acme), Optional.of("acme")));
        assertThat(bus.registry.partners().partners(acme)).isEmpty();
        assertThat(bus.registry.issuers().issuers(acme)).isEmpty();
        assertThat(bus.registry.issuers().subjects(acme, clerk)).isEmpty();
    }
}
