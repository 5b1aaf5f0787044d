package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.RemoveAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authorities and their lists of revocations over the managers. Lists have the form of {@link FixedKeyMaterial}. */
class TenantAuthorityManagerTest {
    @TempDir
    Path data;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private TestBus bus;
    private Administration administration;
    private TestAuthority root;
    private TestAuthority other;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        administration = bus.executor();
        root = TestAuthority.make("Root");
        other = TestAuthority.make("Root");
        acme = tenant("acme");
        globex = tenant("globex");
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

    private static AddAuthority adding(TenantId tenant, String name, TestAuthority authority) throws Exception {
        return new AddAuthority(tenant, name, content(authority.pem()));
    }

    private UploadCrl crl(TenantId tenant, String name, long number, BigInteger... serials) {
        return new UploadCrl(
                tenant, name, Content.of(FixedKeyMaterial.revocations(number, now.plusSeconds(number), serials)));
    }

    private static BigInteger serial(TestCertificate certificate) {
        return certificate.certificate().getSerialNumber();
    }

    private UserId user(String tenant, TenantId id, String login) throws AdministrationException {
        return administration
                .execute(
                        boss(tenant),
                        new AddUser(id, login, TestBus.password("a clerk's long password"), Set.of(Role.TENANT_USER)))
                .id();
    }

    private CertificateDigest sender(String tenant, TenantId id, UserId user, TestCertificate certificate)
            throws Exception {
        return administration
                .execute(
                        boss(tenant),
                        new RegisterUserCertificate(
                                id,
                                user,
                                "laptop",
                                content(certificate.pem()),
                                content(certificate.request(user.toString()))))
                .digest();
    }

    private void partner(String tenant, TenantId id, String name, TestCertificate certificate) throws Exception {
        administration.execute(boss(tenant), new RegisterPartner(id, name, content(certificate.pem())));
    }

    private static void refused(Reason reason, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void anAuthorityIsAddedShownAndRemoved() throws Exception {
        TenantAuthorityView added = administration.execute(boss("acme"), adding(acme, "root", root));
        assertThat(added.algorithm()).isEqualTo("EC P-256");
        assertThat(added.crlNumber()).isEmpty();
        assertThat(bus.tenantKeys.authorities(boss("acme"), acme)).containsExactly(added);
        assertThat(bus.tenantKeys.authority(boss("acme"), acme, "root")).isEqualTo(added);
        refused(
                Reason.CONFLICT,
                "has an authority",
                () -> administration.execute(boss("acme"), adding(acme, "again", root)));
        refused(Reason.NOT_FOUND, "no CRL", () -> bus.tenantKeys.revocationList(boss("acme"), acme, "root"));

        administration.execute(boss("acme"), new RemoveAuthority(acme, "root"));
        assertThat(bus.tenantKeys.authorities(boss("acme"), acme)).isEmpty();
        refused(
                Reason.NOT_FOUND,
                "no authority",
                () -> administration.execute(boss("acme"), new RemoveAuthority(acme, "root")));
        assertThat(bus.audit.read(acme, 1, 1_000).toString())
                .contains("addAuthority", "removeAuthority", "certificate " + added.digest());
    }

    @Test
    void anAuthorityMakesNoCertificateGood() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TestCertificate issued = root.issue("stranger");
        assertThat(bus.registry.find(acme, CertificateDigest.of(issued.certificate())))
                .isEmpty();
        assertThat(bus.keysOfTenants.contents(acme).partners()).isEmpty();
    }

    @Test
    void theCertificatesOnAListAreRevokedForGood() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        UserId clerk = user("acme", acme, "clerk");
        TestCertificate listed = root.issue("clerk");
        TestCertificate kept = root.issue("clerk");
        CertificateDigest digest = sender("acme", acme, clerk, listed);
        CertificateDigest good = sender("acme", acme, clerk, kept);
        TestCertificate mill = root.issue("mill");
        partner("acme", acme, "mill", mill);
        partner("acme", acme, "bank", root.issue("bank"));

        RevocationListView uploaded = administration.execute(
                boss("acme"), crl(acme, "root", 7, serial(listed), serial(mill), BigInteger.TEN));

        assertThat(uploaded.revoked()).containsExactlyInAnyOrder("partner mill", "certificate " + digest + " of clerk");
        assertThat(uploaded.number()).isEqualTo("7");
        assertThat(uploaded.entries()).isEqualTo(3);
        assertThat(bus.registry.find(acme, digest)).isEmpty();
        assertThat(bus.registry.find(acme, good)).isPresent();
        assertThat(bus.keysOfTenants.contents(acme).partners())
                .extracting(one -> one.name())
                .containsExactly(new KeyName("bank"));
        assertThat(bus.tenantKeys.revocationList(boss("acme"), acme, "root")).isEqualTo(uploaded);
        assertThat(bus.tenantKeys.authority(boss("acme"), acme, "root").crlNumber())
                .contains("7");
        assertThat(bus.audit.read(acme, 1, 1_000).toString())
                .contains("uploadCrl", "CRL 7", "partner mill", "certificate " + digest + " of clerk");
        refused(Reason.CONFLICT, "", () -> sender("acme", acme, clerk, listed));
        refused(Reason.CONFLICT, "", () -> partner("acme", acme, "again", mill));
    }

    @Test
    void aCertificateOnTheListIsNotRegistered() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TestCertificate listed = root.issue("clerk");
        administration.execute(boss("acme"), crl(acme, "root", 1, serial(listed)));
        UserId clerk = user("acme", acme, "clerk");
        refused(Reason.CONFLICT, "has revoked this certificate", () -> sender("acme", acme, clerk, listed));
        refused(Reason.CONFLICT, "has revoked this certificate", () -> partner("acme", acme, "mill", listed));
        sender("acme", acme, clerk, root.issue("clerk"));
        TestCertificate sameSerial = other.issue("clerk", serial(listed));
        partner("acme", acme, "mill", sameSerial);
    }

    @Test
    void aListConcernsTheCertificatesOfItsOwnSignerAlone() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        administration.execute(boss("acme"), adding(acme, "other", other));
        UserId clerk = user("acme", acme, "clerk");
        TestCertificate issued = root.issue("clerk");
        CertificateDigest digest = sender("acme", acme, clerk, issued);
        // The same subject and the same serial number, but another key.
        RevocationListView uploaded = administration.execute(boss("acme"), crl(acme, "other", 1, serial(issued)));
        assertThat(uploaded.revoked()).isEmpty();
        assertThat(bus.registry.find(acme, digest)).isPresent();
    }

    @Test
    void anotherTenantsListRevokesNothing() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        UserId clerk = user("acme", acme, "clerk");
        TestCertificate senders = root.issue("clerk");
        CertificateDigest digest = sender("acme", acme, clerk, senders);
        TestCertificate mill = root.issue("mill");
        partner("acme", acme, "mill", mill);
        partner("globex", globex, "mill", mill);

        administration.execute(boss("globex"), adding(globex, "root", root));
        RevocationListView uploaded =
                administration.execute(boss("globex"), crl(globex, "root", 9, serial(senders), serial(mill)));

        assertThat(uploaded.revoked()).containsExactly("partner mill");
        assertThat(bus.keysOfTenants.contents(globex).partners()).isEmpty();
        assertThat(bus.registry.find(acme, digest)).isPresent();
        assertThat(bus.keysOfTenants.contents(acme).partners()).hasSize(1);
        assertThat(bus.tenantKeys.authority(boss("acme"), acme, "root").crlNumber())
                .isEmpty();
        sender("acme", acme, clerk, root.issue("clerk"));
        refused(
                Reason.FORBIDDEN,
                "",
                () -> administration.execute(boss("globex"), crl(acme, "root", 9, serial(senders))));
        refused(Reason.FORBIDDEN, "", () -> bus.tenantKeys.revocationList(boss("globex"), acme, "root"));
        refused(
                Reason.FORBIDDEN,
                "TENANT_ADMIN",
                () -> administration.execute(admin(), adding(acme, "of-the-installation", other)));
    }

    @Test
    void anOlderListIsRefusedAndChangesNothing() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TestCertificate mill = root.issue("mill");
        administration.execute(boss("acme"), crl(acme, "root", 7));
        partner("acme", acme, "mill", mill);
        refused(
                Reason.CONFLICT,
                "an older one is refused",
                () -> administration.execute(boss("acme"), crl(acme, "root", 6, serial(mill))));
        assertThat(bus.keysOfTenants.contents(acme).partners()).hasSize(1);
        assertThat(bus.tenantKeys.revocationList(boss("acme"), acme, "root").number())
                .isEqualTo("7");
    }

    @Test
    void aListOfAnAuthorityThatIsReplacedMeanwhileIsRefused() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TenantAuthorities present = bus.registry.authorities();
        TenantAuthority former = present.authorities(acme).get(0);
        EncodedCertificate next = EncodedCertificate.of(other.certificate().getEncoded());
        TenantAuthority successor =
                new TenantAuthority(acme, former.name(), next, former.notBefore(), former.notAfter(), former.addedAt());
        bus.services.bindAuthorities((TenantAuthorities) Proxy.newProxyInstance(
                TenantAuthorities.class.getClassLoader(),
                new Class<?>[] {TenantAuthorities.class},
                (self, call, values) -> {
                    if (call.getName().equals("put")) { // it has waited for a registration
                        present.remove(acme, former.name());
                        present.add(successor);
                    }
                    return call.invoke(present, values);
                }));
        refused(
                Reason.CONFLICT,
                "was replaced meanwhile",
                () -> administration.execute(boss("acme"), crl(acme, "root", 7)));
    }

    @Test
    void anOperatorLearnsNoUsersFromAList() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TestCertificate listed = root.issue("clerk");
        sender("acme", acme, user("acme", acme, "clerk"), listed);
        administration.execute(boss("acme"), crl(acme, "root", 1, serial(listed)));
        administration.execute(
                boss("acme"),
                new AddUser(acme, "op", TestBus.password("an operator's password"), Set.of(Role.TENANT_OPERATOR)));
        Administrator operator = new Administrator("acme/op", "test");
        assertThat(bus.tenantKeys.authority(operator, acme, "root").crlNumber()).contains("1");
        refused(Reason.FORBIDDEN, "", () -> bus.tenantKeys.revocationList(operator, acme, "root"));
    }

    @Test
    void aPartnerOnTheListGivesItsPlaceInTheQuotaBack() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        TestCertificate listed = root.issue("one");
        partner("acme", acme, "one", listed);
        partner("acme", acme, "two", root.issue("two"));
        partner("acme", acme, "three", root.issue("three"));
        TestCertificate four = root.issue("four");
        refused(Reason.EXCEEDED, "TENANT_PARTNERS", () -> partner("acme", acme, "four", four));
        administration.execute(boss("acme"), crl(acme, "root", 1, serial(listed)));
        partner("acme", acme, "four", four);
    }

    @Test
    void authoritiesCountInTheirQuota() throws Exception {
        for (String name : List.of("one", "two", "three")) {
            administration.execute(boss("acme"), adding(acme, name, TestAuthority.make(name)));
        }
        refused(
                Reason.EXCEEDED,
                "TENANT_AUTHORITIES",
                () -> administration.execute(boss("acme"), adding(acme, "root", root)));
        administration.execute(boss("acme"), new RemoveAuthority(acme, "one"));
        administration.execute(boss("acme"), adding(acme, "root", root));
    }

    @Test
    void aRepetitionUnderOneIdentifierRevokesOnce() throws Exception {
        Administrator adding = boss("acme").asking(UUID.randomUUID());
        TenantAuthorityView added = administration.execute(adding, adding(acme, "root", root));
        assertThat(administration.execute(adding, adding(acme, "root", root))).isEqualTo(added);
        TestCertificate mill = root.issue("mill");
        partner("acme", acme, "mill", mill);
        Administrator uploading = boss("acme").asking(UUID.randomUUID());
        UploadCrl crl = crl(acme, "root", 1, serial(mill));
        RevocationListView first = administration.execute(uploading, crl);
        assertThat(first.revoked()).containsExactly("partner mill");
        bus.now.set(bus.now.get().plus(Duration.ofDays(8)));
        RevocationListView again = administration.execute(uploading, crl);
        assertThat(again.revoked()).isEqualTo(first.revoked());
        assertThat(again.uploadedAt()).isEqualTo(first.uploadedAt());
        assertThat(again.overdue()).isTrue();
    }

    @Test
    void aLateListIsAWarningInListAndStatus() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        administration.execute(boss("acme"), crl(acme, "root", 1));
        assertThat(bus.tenantKeys.authority(boss("acme"), acme, "root").crlOverdue())
                .isFalse();
        assertThat(bus.status.status(admin()).overdueCrls()).isEmpty();
        bus.now.set(bus.now.get().plus(Duration.ofDays(8)));
        assertThat(bus.tenantKeys.authority(boss("acme"), acme, "root").crlOverdue())
                .isTrue();
        assertThat(bus.status.status(admin()).overdueCrls()).containsExactly(Map.entry("acme", 1L));
    }

    @Test
    void aPurgeRemovesAuthoritiesAndLists() throws Exception {
        administration.execute(boss("acme"), adding(acme, "root", root));
        administration.execute(boss("acme"), crl(acme, "root", 1));
        administration.execute(admin(), new SuspendTenant(TenantRef.of(acme)));
        administration.execute(admin(), new DrainTenant(TenantRef.of(acme)));
        administration.execute(admin(), new PurgeTenant(TenantRef.of(acme), Optional.of("acme")));
        assertThat(bus.registry.authorities().authorities(acme)).isEmpty();
        assertThat(bus.registry.authorities().lists(acme)).isEmpty();
    }
}
