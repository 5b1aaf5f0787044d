package org.esbmt.administration.rest.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of senders as resources. */
class UserCertificatesOverRestTest {
    @TempDir
    Path data;

    private RestBus bus;
    private String acme;
    private String clerk;

    @BeforeEach
    void open() throws Exception {
        bus = new RestBus(data);
        acme = bus.tenant("acme");
        clerk = clerk("acme", acme);
    }

    private String clerk(String name, String tenant) throws Exception {
        return bus.published
                .bus
                .execute(
                        new Administrator(name + "/boss", "test"),
                        new AddUser(
                                TenantId.of(tenant),
                                "clerk",
                                TestBus.password("a long password of theirs"),
                                Set.of(Role.TENANT_USER)))
                .id()
                .toString();
    }

    private Client boss() {
        return new Client(bus.api(), "acme/boss");
    }

    private static String text(String pem) {
        return pem.replace("\n", "\\n");
    }

    private static Client register(Client by, String user, TestCertificate certificate) throws Exception {
        return by.json("{'name': 'mill', 'certificate': '" + text(certificate.pem()) + "', 'request': '"
                + text(certificate.request(user)) + "'}");
    }

    private static String path(String tenant) {
        return "/tenants/" + tenant + "/user-certificates";
    }

    @Test
    void aCertificateIsRegisteredListedAndRevoked() throws Exception {
        TestCertificate mill = TestCertificate.make();
        String digest = CertificateDigest.of(mill.der()).toString();

        assertThat(register(boss(), clerk, mill)
                        .post("/tenants/" + acme + "/users/" + clerk + "/certificates")
                        .body())
                .contains("\"digest\":\"" + digest + "\"")
                .contains("\"key\":\"EC P-256\"")
                .contains("\"state\":\"VALID\"");
        assertThat(boss().get(path(acme) + "?userId=" + clerk + "&nameContains=il&state=VALID")
                        .body())
                .contains(digest)
                .contains("\"total\":1");
        assertThat(boss().get(path(acme) + "?state=EXPIRING").body()).contains("\"total\":0");

        String fingerprint = digest.toUpperCase(Locale.ROOT).replaceAll("(..)(?!$)", "$1:"); // openssl's
        assertThat(boss().send("DELETE", path(acme) + "/" + fingerprint).status())
                .isEqualTo(204);

        assertThat(boss().get(path(acme) + "?state=REVOKED").body()).contains(digest);
        boss().send("DELETE", path(acme) + "/" + digest).refuses(404, "not-found", "no such certificate");
    }

    @Test
    void aTakenCertificateAndAMissingProofAreRefused() throws Exception {
        String globex = bus.tenant("globex");
        String stranger = clerk("globex", globex);
        TestCertificate theirs = TestCertificate.make();
        register(new Client(bus.api(), "globex/boss"), stranger, theirs)
                .post("/tenants/" + globex + "/users/" + stranger + "/certificates");
        String users = "/tenants/" + acme + "/users/" + clerk + "/certificates";

        register(boss(), clerk, theirs).post(users).refuses(409, "conflict", "registered already, or was revoked");
        register(boss(), stranger, TestCertificate.make()).post(users).refuses(400, "invalid", "/CN=" + clerk);
        boss().json("{'name': 'mill', 'certificate': 'x', 'request': 'x'}")
                .post(users)
                .refuses(400, "invalid", "not one X.509 certificate");
        boss().send("DELETE", path(acme) + "/AB").refuses(400, "invalid", "64 hexadecimal digits");
    }
}
