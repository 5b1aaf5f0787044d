package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and secrets of a tenant, without scripts. */
class KeyPagesTest {
    private static final String VALUE = "the-value-of-the-secret";

    @TempDir
    Path data;

    private ConsoleServer server;
    private TenantId acme;
    private Visit boss;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        acme = FurnishedBus.tenant(server, "acme", "Acme");
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
        boss.open("tenants/" + acme + "/keys");
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
    }

    private void generate() throws Exception {
        boss.form("generate")
                .type("name", "orders-in")
                .choose("purpose", "SIGN")
                .choose("algorithm", "EC_P256")
                .type("subject", "CN=orders")
                .send();
    }

    @Test
    void aKeyIsGeneratedMadeFormerAndRevoked() throws Exception {
        assertThat(boss.text()).contains("The tenant has no key yet.");
        generate();
        assertThat(boss.text()).contains("The key is generated.", "orders-in", "CURRENT", "EC P-256");
        String until = LocalDate.now(ZoneOffset.UTC).plusDays(30).toString();
        boss.form("former").choose("key", "orders-in").type("until", until).send();
        assertThat(boss.text()).contains("The key is a former one.", "FORMER");
        boss.form("revoke").choose("key", "orders-in").send();
        assertThat(boss.text()).contains("The key is revoked.", "REVOKED");
    }

    @Test
    void aWrongDateAndSubjectAreRefusedOnThePage() throws Exception {
        generate();
        boss.form("former").choose("key", "orders-in").type("until", "tomorrow").send();
        assertThat(boss.text()).contains("until is a date such as 2027-01-31");
        boss.open("tenants/" + acme + "/keys")
                .form("generate")
                .type("name", "next")
                .choose("purpose", "SIGN")
                .choose("algorithm", "EC_P256")
                .type("subject", "orders")
                .send();
        assertThat(boss.text()).contains("a subject is a name such as CN=orders, O=Acme");
    }

    private void setSecret(String name, String host, String port) throws Exception {
        boss.form("set-secret")
                .type("name", name)
                .choose("kind", "PASSWORD")
                .type("userName", "orders")
                .type("host", host)
                .type("port", port)
                .type("value", VALUE)
                .send();
    }

    @Test
    void aSecretIsNeverShownAgain() throws Exception {
        setSecret("back-end", "Orders.Example.com", "8443");
        assertThat(boss.text())
                .contains("The secret is set.", "back-end", "PASSWORD", "orders.example.com:8443")
                .doesNotContain(VALUE);
        setSecret("back-end", "orders.example.com", "https");
        assertThat(boss.text()).contains("port is a whole number").doesNotContain(VALUE);
        boss.open("tenants/" + acme + "/keys");
        setSecret("no name", "orders.example.com", "443");
        assertThat(boss.text()).contains("the name of a key or secret").doesNotContain(VALUE);
        boss.open("tenants/" + acme + "/keys")
                .form("remove-secret")
                .choose("secret", "back-end")
                .send();
        assertThat(boss.text()).contains("The secret is removed.", "The tenant has no secret.");
    }
}
