package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.esbmt.registry.api.Login;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a tenant's users, without scripts. */
class CertificatePagesTest {
    @TempDir
    Path data;

    private ConsoleServer server;
    private Visit boss;
    private UserId olga;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        olga = server.services
                .bus
                .registry
                .findUser(acme, new Login("olga"))
                .orElseThrow()
                .value()
                .id();
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
        boss.open("tenants/" + acme + "/users").follow("Certificates of users");
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
    }

    private void register(TestCertificate certificate, String request) throws Exception {
        boss.form("register")
                .type("user", "olga")
                .type("name", "mill 2026")
                .type("certificate", certificate.pem())
                .type("request", request)
                .send();
    }

    @Test
    void aCertificateIsRegisteredAndRevoked() throws Exception {
        assertThat(boss.text()).contains("There is no such certificate.");
        TestCertificate mill = TestCertificate.make();
        register(mill, mill.request(olga.toString()));
        assertThat(boss.text())
                .contains("The certificate is registered.")
                .contains("mill 2026")
                .contains("EC P-256")
                .contains("VALID");

        boss.form("revoke").send();

        assertThat(boss.text()).contains("The certificate is revoked.").contains("REVOKED");
    }

    @Test
    void aCertificateWithoutItsProofIsRefused() throws Exception {
        TestCertificate mill = TestCertificate.make();
        register(mill, TestCertificate.make().request(olga.toString()));
        assertThat(boss.text())
                .contains("the request is not signed by the key of the certificate")
                .doesNotContain("The certificate is registered.");
    }
}
