package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.esbmt.testing.x509.TestCrl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signed lists in DER and PEM, uploaded through the managers of administration. */
class SignedListsTest {
    @TempDir
    Path data;

    private final DearWork dear = new DearWork();
    private TestBus bus;
    private Administration administration;
    private TestAuthority root;
    private TestAuthority impostor;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        bus.services.bindKeyMaterial(new SealedKeyMaterial(
                () -> {
                    throw new IllegalStateException("nothing is sealed here");
                },
                InstantSource.system(),
                dear));
        administration = bus.executor();
        root = TestAuthority.make("Root");
        impostor = TestAuthority.make("Root");
        acme = tenant("acme");
        globex = tenant("globex");
        administration.execute(boss("acme"), new AddAuthority(acme, "root", content(root.pem())));
        administration.execute(boss("globex"), new AddAuthority(globex, "root", content(impostor.pem())));
    }

    @AfterEach
    void stop() {
        dear.close();
    }

    private TenantId tenant(String name) throws AdministrationException {
        return administration
                .execute(
                        TestBus.admin(),
                        new CreateTenant(name, name, "boss", TestBus.password("a boss's long password")))
                .tenant()
                .id();
    }

    private static Administrator boss(String tenant) {
        return new Administrator(tenant + "/boss", "test");
    }

    private static Content content(String text) {
        return Content.of(text.getBytes(UTF_8));
    }

    private CertificateDigest sender(TestCertificate certificate) throws Exception {
        UserId clerk = administration
                .execute(
                        boss("acme"),
                        new AddUser(
                                acme, "clerk", TestBus.password("a clerk's long password"), Set.of(Role.TENANT_USER)))
                .id();
        return administration
                .execute(
                        boss("acme"),
                        new RegisterUserCertificate(
                                acme,
                                clerk,
                                "laptop",
                                content(certificate.pem()),
                                content(certificate.request(clerk.toString()))))
                .digest();
    }

    private void refused(Reason reason, String words, String tenant, TenantId id, byte[] crl) {
        assertThatThrownBy(() -> administration.execute(boss(tenant), new UploadCrl(id, "root", Content.of(crl))))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void aSignedListRevokesSendersAndPartnersThatTheAuthorityIssued() throws Exception {
        TestCertificate clerks = root.issue("clerk");
        TestCertificate mill = root.issue("mill");
        CertificateDigest digest = sender(clerks);
        administration.execute(boss("acme"), new RegisterPartner(acme, "mill", content(mill.pem())));
        TestCrl list = TestCrl.of(root)
                .number(7)
                .revoke(clerks.certificate().getSerialNumber(), 1)
                .revoke(mill.certificate().getSerialNumber(), 6);

        RevocationListView uploaded =
                administration.execute(boss("acme"), new UploadCrl(acme, "root", content(list.pem())));

        assertThat(uploaded.revoked()).containsExactly("partner mill", "certificate " + digest + " of clerk");
        assertThat(bus.registry.find(acme, digest)).isEmpty();
        assertThat(bus.keysOfTenants.contents(acme).partners()).isEmpty();
        refused(
                Reason.CONFLICT,
                "older",
                "acme",
                acme,
                TestCrl.of(root).number(6).der());
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        refused(
                Reason.CONFLICT,
                "older",
                "acme",
                acme,
                TestCrl.of(root)
                        .number(8)
                        .updates(now.minusSeconds(600), now.plusSeconds(600))
                        .der());
        administration.execute(
                boss("acme"),
                new UploadCrl(
                        acme, "root", Content.of(TestCrl.of(root).number(8).der())));
    }

    @Test
    void anotherTenantsAuthorityWithTheSameNamesRevokesNothing() throws Exception {
        TestCertificate clerks = root.issue("clerk");
        CertificateDigest digest = sender(clerks);
        byte[] forged = TestCrl.of(impostor)
                .revoke(clerks.certificate().getSerialNumber())
                .der();
        // Globex signs a list of the same issuer and serial number, and uploads it to either tenant.
        refused(Reason.INVALID, "has not signed", "acme", acme, forged);
        refused(Reason.FORBIDDEN, "", "globex", acme, forged);
        RevocationListView uploaded =
                administration.execute(boss("globex"), new UploadCrl(globex, "root", Content.of(forged)));
        assertThat(uploaded.revoked()).isEmpty();
        assertThat(bus.registry.find(acme, digest)).isPresent();
        byte[] real =
                TestCrl.of(root).revoke(clerks.certificate().getSerialNumber()).der();
        refused(Reason.INVALID, "has not signed", "globex", globex, real);
        assertThat(bus.registry.find(acme, digest)).isPresent();
    }
}
