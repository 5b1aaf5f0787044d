package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.api.AccessCredentialLogin.Owner;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.internal.harness.TestCertificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and certificates of the own account, without scripts. */
class TokenPagesTest {
    private static final Pattern TOKEN = Pattern.compile("esbmt_[A-Za-z0-9_-]{43}");

    @TempDir
    Path data;

    private ConsoleServer server;
    private Visit boss;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        FurnishedBus.tenant(server, "acme", "Acme");
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
        boss.open("me").follow("Tokens and certificates");
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
    }

    private String create() throws Exception {
        boss.form("create")
                .type("name", "nightly deploy")
                .choose("changes", "yes")
                .type("confirmation", FurnishedBus.PASSWORD)
                .send();
        Matcher token = TOKEN.matcher(boss.text());
        assertThat(token.find()).as(boss.text()).isTrue();
        return token.group();
    }

    @Test
    void aTokenIsShownOnceAndActsForItsOwner() throws Exception {
        assertThat(boss.text()).contains("You have no token.");
        String token = create();
        assertThat(boss.text()).contains("The token is created.").contains("nightly deploy");

        Owner owner = server.services
                .bus
                .accessCredentialLogin
                .byToken(new Origin("rest", "192.0.2.1"), token.toCharArray())
                .orElseThrow();
        assertThat(owner.login()).isEqualTo("acme/boss");
        assertThat(owner.scope()).isEqualTo(new Scope(true, Scope.FULL.parts()));
        assertThat(owner.scope().permits(Part.AUDIT, true)).isTrue();

        boss.open("me/tokens");
        assertThat(TOKEN.matcher(boss.text()).find()).isFalse();
        assertThat(boss.text()).contains("nightly deploy").contains("ACTIVE");
    }

    @Test
    void aTokenNeedsThePasswordAgain() throws Exception {
        boss.form("create")
                .type("name", "deploy")
                .type("confirmation", "wrong password")
                .send();
        assertThat(boss.text()).contains("the password is not yours").doesNotContain("The token is created.");
        assertThat(TOKEN.matcher(boss.text()).find()).isFalse();
    }

    @Test
    void aTokenIsRevoked() throws Exception {
        String token = create();
        boss.open("me/tokens").form("revoke").send();
        assertThat(boss.text()).contains("The token is revoked.").contains("REVOKED");
        assertThat(server.services.bus.accessCredentialLogin.byToken(
                        new Origin("rest", "192.0.2.1"), token.toCharArray()))
                .isEmpty();
    }

    @Test
    void aTokenThatNeverExpiresIsRefused() throws Exception {
        boss.form("create")
                .type("name", "deploy")
                .type("days", "9999")
                .type("confirmation", FurnishedBus.PASSWORD)
                .send();
        assertThat(boss.text()).contains("days must be 1 to 366");
    }

    @Test
    void aCertificateIsRegisteredAndRevoked() throws Exception {
        boss.form("register")
                .type("name", "laptop")
                .type("certificate", TestCertificates.LAPTOP)
                .type("confirmation", FurnishedBus.PASSWORD)
                .send();
        assertThat(boss.text()).contains("The certificate is registered.").contains("laptop");
        boss.form("revoke-certificate").send();
        assertThat(boss.text()).contains("The certificate is revoked.");
    }
}
