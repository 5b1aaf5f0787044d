package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partners, issuers of tokens and their subjects, without scripts. */
class TrustPagesTest {
    @TempDir
    Path data;

    private ConsoleServer server;
    private String page;
    private Visit boss;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        page = "tenants/" + acme + "/trust";
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
        boss.open(page);
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
    }

    @Test
    void aPartnerIsRegisteredAndRevoked() throws Exception {
        assertThat(boss.text()).contains("The tenant has no partner yet.");
        boss.form("register-partner")
                .type("name", "mill")
                .type("certificate", TestCertificate.make().pem())
                .send();
        assertThat(boss.text()).contains("The partner is registered.", "mill", "EC P-256");
        boss.form("revoke-partner").choose("partner", "mill").send();
        assertThat(boss.text()).contains("The partner is revoked.", "REVOKED");
    }

    @Test
    void anIssuerIsAddedAndASubjectBecomesAUsers() throws Exception {
        boss.form("add-issuer")
                .type("name", "login")
                .type("issuer", "https://login.example.com")
                .type("audience", "esb")
                .type("algorithms", "RS256, HS256")
                .type("jwkSet", "{}")
                .send();
        assertThat(boss.text()).contains("a token's algorithm is one of");
        boss.open(page)
                .form("add-issuer")
                .type("name", "login")
                .type("issuer", "https://login.example.com")
                .type("audience", "esb")
                .type("algorithms", "RS256, EdDSA")
                .type("jwkSet", "{}")
                .send();
        assertThat(boss.text()).contains("The issuer is added.", "https://login.example.com", "[RS256, EdDSA]");
        boss.form("set-issuer-keys")
                .choose("issuer", "login")
                .type("jwkSet", "{}")
                .send();
        assertThat(boss.text()).contains("The issuer has these keys.");
        subject("add-subject");
        assertThat(boss.text()).contains("The subject is added.");
        boss.open(page + "?user=olga");
        assertThat(boss.text()).contains("Subjects of the user: 1", "auth0|olga");
        subject("remove-subject");
        assertThat(boss.text()).contains("The subject is removed.");
        boss.open(page + "?user=olga");
        assertThat(boss.text()).contains("The user has no subject of tokens.");
        boss.form("remove-issuer").choose("issuer", "login").send();
        assertThat(boss.text()).contains("The issuer is removed.", "The tenant trusts no issuer of tokens.");
    }

    @Test
    void anAuthorityIsAddedAndItsListIsUploaded() throws Exception {
        TestAuthority root = TestAuthority.make("Root");
        TestCertificate mill = root.issue("mill");
        assertThat(boss.text()).contains("The tenant has no certificate authority.");
        boss.form("register-partner")
                .type("name", "mill")
                .type("certificate", mill.pem())
                .send();
        boss.form("add-authority")
                .type("name", "root")
                .type("certificate", root.pem())
                .send();
        assertThat(boss.text()).contains("The authority is added.", "Authorities: 1", "CN=Root");
        Path crl = Files.write(
                data.resolve("root.crl"),
                FixedKeyMaterial.revocations(
                        7, Instant.now(), mill.certificate().getSerialNumber()));
        boss.form("upload-crl")
                .choose("authority", "root")
                .attach("crl", crl.toFile())
                .send();
        assertThat(boss.text()).contains("The list of revocations is uploaded.", "Revoked by it", "partner mill");
        boss.open(page).form("remove-authority").choose("authority", "root").send();
        assertThat(boss.text()).contains("The authority is removed.", "The tenant has no certificate authority.");
    }

    private void subject(String form) throws Exception {
        boss.form(form)
                .type("user", "olga")
                .choose("issuer", "login")
                .type("subject", "auth0|olga")
                .send();
    }
}
