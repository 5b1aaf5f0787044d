package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.TenantName;
import org.esbmt.tenancy.api.Role;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Personal access tokens in requests. */
class TokensTest {
    private static final Administrator BOSS = new Administrator("acme/boss", "test");

    @TempDir
    Path data;

    private TestPort port;
    private IssuedToken token;

    @BeforeEach
    void open() throws Exception {
        port = TestPort.open(data);
        token = port.issue("acme/boss", Scope.FULL);
    }

    @AfterEach
    void close() {
        port.close();
    }

    private Answer api(String headers) throws IOException {
        return port.get("/api/x", headers);
    }

    private void assertRefused() throws IOException {
        Answer answer = api(TestPort.bearer(token));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).contains("\nBearer ", "error=\"invalid_token\"");
        assertThat(answer.text()).isEmpty();
    }

    @Test
    void aTokenIsItsOwnersAndCostsNoHash() throws Exception {
        assertThat(api(TestPort.bearer(token)).text()).isEqualTo("acme/boss");
        assertThat(api(TestPort.bearer(port.issue("admin", Scope.FULL))).text()).isEqualTo("admin");
        assertThat(api(TestPort.bearer(token).replace("Bearer", "bearer")).status())
                .isEqualTo(200);
        assertThat(port.bus.hasher.checks).hasValue(0);
    }

    @Test
    void theResourceGetsTheCallerWithTheTokenAndItsScope() throws Exception {
        Scope scope = new Scope(false, Set.of(Part.AUDIT));
        IssuedToken narrow = port.issue("acme/boss", scope);
        port.port.addResource(new TestResource(
                "/seen",
                "rest",
                org.esbmt.administration.http.api.Access.AUTHORIZATION,
                org.esbmt.administration.http.api.BodyNeed.NONE,
                exchange -> Answers.of(200).text("text/plain", exchange.by().orElseThrow() + " " + exchange.scope())));
        assertThat(port.get("/seen", TestPort.bearer(narrow)).text())
                .isEqualTo("acme/boss (rest, credential " + narrow.view().id() + ") " + scope);
    }

    @Test
    void aTokenIsLookedUpOnceAMinute() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        }
        assertThat(port.tokenChecks).hasValue(1);
        port.pass(Duration.ofSeconds(61));
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        assertThat(port.tokenChecks).hasValue(2);
    }

    @Test
    void aRevokedTokenIsRefusedWhileItIsRemembered() throws Exception {
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        port.bus.execute(BOSS, new RevokeToken(token.view().id()));
        port.pass(Duration.ofSeconds(1));
        assertRefused();
        assertRefused();
    }

    /** The port asks once a second. The administration asks for each operation. */
    @Test
    void aRevokedTokenChangesNothingWithinTheSecond() throws Exception {
        port.port.addResource(new TestResource(
                "/suspend",
                "rest",
                org.esbmt.administration.http.api.Access.AUTHORIZATION,
                org.esbmt.administration.http.api.BodyNeed.NONE,
                exchange -> {
                    try {
                        port.bus.contacts.contacts(
                                exchange.by().orElseThrow(),
                                port.bus
                                        .registry
                                        .findTenant(new TenantName("acme"))
                                        .orElseThrow()
                                        .value()
                                        .id());
                        return Answers.of(200).empty();
                    } catch (AdministrationException e) {
                        return Answers.of(403).empty();
                    } catch (org.esbmt.registry.api.RegistryException e) {
                        throw new IOException(e);
                    }
                }));
        assertThat(port.get("/suspend", TestPort.bearer(token)).status()).isEqualTo(200);
        port.bus.execute(BOSS, new RevokeToken(token.view().id()));
        assertThat(port.get("/suspend", TestPort.bearer(token)).status()).isEqualTo(403);
    }

    @Test
    void anExpiredTokenIsRefused() throws Exception {
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        port.bus.now.set(port.bus.now.get().plus(Duration.ofDays(90)));
        port.pass(Duration.ofSeconds(1));
        assertRefused();
    }

    @Test
    void theTokenOfALockedOwnerIsRefused() throws Exception {
        port.bus.execute(
                TestBus.admin(), new AddSystemUser("ops", TestBus.password("ops's long password"), Set.of(Role.SRE)));
        token = port.issue("ops", Scope.FULL);
        assertThat(api(TestPort.bearer(token)).text()).isEqualTo("ops");
        port.bus.execute(TestBus.admin(), new LockSystemUser("ops"));
        port.pass(Duration.ofSeconds(1));
        assertRefused();
    }

    @Test
    void theTokenOfASuspendedTenantIsRefused() throws Exception {
        port.bus.execute(
                TestBus.admin(),
                new SuspendTenant(port.bus
                        .registry
                        .findTenant(new TenantName("acme"))
                        .orElseThrow()
                        .value()
                        .id()));
        assertRefused();
    }

    @Test
    void guessesAreRefusedAndWaitLikeWrongPasswords() throws Exception {
        for (int i = 0; i < 8; i++) {
            String guess = "Authorization: Bearer esbmt_" + Integer.toString(i).repeat(43) + "\r\n";
            assertThat(api(guess).status()).isEqualTo(401);
        }
        assertThat(port.bus.pauses).isNotEmpty();
        assertThat(port.bus.hasher.checks).hasValue(0);
        int waits = port.bus.pauses.size();
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        assertThat(port.bus.pauses).as("a right token waits for nobody").hasSize(waits);
    }

    @Test
    void aTokenIsNoPasswordAndAPasswordIsNoToken() throws Exception {
        String text = token.token().orElseThrow();
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
        for (String headers : List.of(
                TestPort.basic("acme/boss", text),
                TestPort.basic("", text),
                TestPort.basic(text, ""),
                "Authorization: " + text + "\r\n",
                "Authorization: Token " + text + "\r\n",
                "X-Api-Key: " + text + "\r\n",
                "Authorization: Bearer " + TestPort.OF_BOSS + "\r\n",
                "Authorization: Bearer\r\n",
                "Authorization: Bearer " + text + "," + text + "\r\n",
                "Cookie: token=" + text + "\r\n")) {
            assertThat(api(headers).status()).as(headers).isEqualTo(401);
        }
    }

    @Test
    void aTokenInAUrlIsRefused() throws Exception {
        String text = token.token().orElseThrow();
        for (String path : List.of("/api/x?access_token=" + text, "/api/" + text, "/" + text)) {
            assertThat(port.get(path, "").status()).as(path).isEqualTo(400);
            assertThat(port.get(path, TestPort.bearer(token)).status())
                    .as("although it is in the field, too")
                    .isEqualTo(400);
        }
    }

    @Test
    void aTokenOpensNoPageOfTheConsole() throws Exception {
        assertThat(port.get("/me", TestPort.bearer(token)).text()).doesNotContain("acme/boss");
    }

    @Test
    void aTokenIsNoMoreFromAForeignPage() throws Exception {
        assertThat(port.send("POST", "/api/x", TestPort.bearer(token) + "Origin: https://evil.example\r\n", "")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void withoutTheRegistryATokenIsUnavailable() throws Exception {
        port.registryIsOut.set(true);
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(503);
        port.registryIsOut.set(false);
        assertThat(api(TestPort.bearer(token)).status()).isEqualTo(200);
    }

    @Test
    void noLogHasAToken() throws Exception {
        String text = token.token().orElseThrow();
        List<String> lines;
        try (CapturedLog log = new CapturedLog();
                RawClient client = port.connect()) {
            api(TestPort.bearer(token));
            api("Authorization: Bearer " + text.replace(text.charAt(10), 'x') + "\r\n");
            port.get("/api/x?token=" + text, "");
            client.send("GET /" + text + " HTTP/1.1\r\nbroken\r\n\r\n").answer();
            lines = log.linesWith("");
        }
        assertThat(lines).isNotEmpty().noneMatch(line -> line.contains(text.substring(30)));
    }

    @Test
    void anUnlimitedLifeIsRefused() {
        assertThatThrownBy(() -> new CreateToken("deploy", Scope.FULL, OptionalInt.of(367)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 366");
    }
}
