package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.http.internal.port.TestPort.Browser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The begin and the end of sessions, and old cookies. */
class SessionsTest {
    private static final Administrator BOSS = new Administrator("acme/boss", "test");

    @TempDir
    Path data;

    private TestPort port;

    @BeforeEach
    void open() throws Exception {
        port = TestPort.open(data);
    }

    @AfterEach
    void close() {
        port.close();
    }

    private String me(Browser browser) throws IOException {
        return me(browser.cookieLine());
    }

    private String me(String headers) throws IOException {
        Answer answer = port.get("/me", headers);
        assertThat(answer.status()).isEqualTo(200);
        return answer.text();
    }

    private Browser logIn() throws IOException {
        return port.logIn("acme/boss", TestPort.OF_BOSS);
    }

    private Answer post(String path, Browser browser, String body) throws IOException {
        String headers = browser.cookieLine() + browser.tokenLine() + port.fromOrigin() + TestPort.FORM;
        return port.send("POST", path, headers, body);
    }

    @Test
    void aSessionIsItsAdministrators() throws Exception {
        Browser boss = logIn();
        Browser admin = port.logIn("admin", TestPort.OF_ADMIN);
        assertThat(me(boss)).isEqualTo("acme/boss");
        assertThat(me(admin)).isEqualTo("admin");
        assertThat(boss.cookie()).isNotEqualTo(admin.cookie());
        assertThat(boss.token()).isNotEqualTo(admin.token()).hasSize(43);
    }

    @Test
    void noCookieAndForeignCookiesAreNobodys() throws Exception {
        Browser boss = logIn();
        String name = boss.cookie().substring(0, boss.cookie().indexOf('='));
        assertThat(me("")).isEqualTo("nobody");
        for (String value : new String[] {"", "x", "A".repeat(43), "A".repeat(5000), "\"" + boss.token() + "\""}) {
            assertThat(me("Cookie: " + name + "=" + value + "\r\n")).isEqualTo("nobody");
        }
        assertThat(me("Cookie: x" + boss.cookie() + "\r\n")).isEqualTo("nobody");
        assertThat(me("Cookie: theme=dark; " + boss.cookie() + "; a=b\r\n")).isEqualTo("acme/boss");
    }

    @Test
    void aPasswordOpensNoSessionWithoutALogin() throws Exception {
        assertThat(me(TestPort.basic("admin", TestPort.OF_ADMIN))).isEqualTo("nobody");
    }

    @Test
    void aCookieThatAnAttackerPlantedIsNotTheOneOfTheLogin() throws Exception {
        Browser attacker = port.logIn("acme/boss", TestPort.OF_BOSS);
        Answer login = port.tryLogin("admin", TestPort.OF_ADMIN, attacker.cookieLine() + attacker.tokenLine());
        assertThat(login.status()).isEqualTo(200);
        assertThat(TestPort.cookie(login)).isNotEqualTo(attacker.cookie());
        assertThat(login.text()).isNotEqualTo(attacker.token());
        assertThat(me(attacker)).isEqualTo("nobody");
        assertThat(me("Cookie: " + TestPort.cookie(login) + "\r\n")).isEqualTo("admin");
    }

    @Test
    void aValueThatAnAttackerChoseNeverBecomesASession() throws Exception {
        Browser boss = logIn();
        String chosen = boss.cookie().substring(0, boss.cookie().indexOf('=') + 1) + "B".repeat(43);
        Answer login = port.tryLogin("admin", TestPort.OF_ADMIN, "Cookie: " + chosen + "\r\n");
        assertThat(login.status()).isEqualTo(200);
        assertThat(TestPort.cookie(login)).isNotEqualTo(chosen);
        assertThat(me("Cookie: " + chosen + "\r\n")).isEqualTo("nobody");
    }

    @Test
    void twoCookiesOfTheNameAreNobodys() throws Exception {
        Browser boss = logIn();
        Browser admin = port.logIn("admin", TestPort.OF_ADMIN);
        assertThat(me("Cookie: " + boss.cookie() + "; " + admin.cookie() + "\r\n"))
                .isEqualTo("nobody");
        try (RawClient client = port.connect()) {
            String twice = boss.cookieLine() + admin.cookieLine();
            Answer answer = client.send(TestPort.request(port.host(), "GET", "/me", twice, ""))
                    .answer();
            assertThat(answer.status()).isEqualTo(400);
        }
    }

    @Test
    void theOldCookieIsNobodysAfterLogout() throws Exception {
        Browser boss = logIn();
        assertThat(me(boss)).isEqualTo("acme/boss");
        Answer out = post("/logout", boss, "");
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie")).contains("=; Max-Age=0; Path=/");
        assertThat(me(boss)).isEqualTo("nobody");
        assertThat(post("/change", boss, "gotcha").status()).isEqualTo(403);
        assertThat(port.console.changes).isEmpty();
    }

    @Test
    void everySessionEndsWithAnotherPassword() throws Exception {
        Browser one = logIn();
        Browser other = logIn();
        port.bus.execute(BOSS, new ChangePassword(TestPort.OF_BOSS.toCharArray(), password("another long password")));
        port.pass(Duration.ofSeconds(1));
        assertThat(me(one)).isEqualTo("nobody");
        assertThat(me(other)).isEqualTo("nobody");
        assertThat(me(port.logIn("acme/boss", "another long password"))).isEqualTo("acme/boss");
    }

    @Test
    void aSessionOfALockedUserEnds() throws Exception {
        Browser boss = logIn();
        var who = port.bus.administrators.findCaller(BOSS).orElseThrow();
        port.bus.lock(who.tenant(), who.user());
        port.pass(Duration.ofSeconds(1));
        assertThat(me(boss)).isEqualTo("nobody");
    }

    @Test
    void aSessionGoesOnForAMinuteWithoutTheRegistry() throws Exception {
        Browser boss = logIn();
        port.registryIsOut.set(true);
        port.pass(Duration.ofSeconds(59));
        assertThat(me(boss)).isEqualTo("acme/boss");
        port.pass(Duration.ofSeconds(1));
        assertThat(port.get("/me", boss.cookieLine()).status()).isEqualTo(503);
        port.registryIsOut.set(false);
        assertThat(me(boss)).isEqualTo("acme/boss");
    }

    @Test
    void anUnusedSessionEndsAfterHalfAnHour() throws Exception {
        Browser boss = logIn();
        port.pass(Duration.ofMinutes(29));
        assertThat(me(boss)).isEqualTo("acme/boss");
        port.pass(Duration.ofMinutes(29));
        assertThat(me(boss)).isEqualTo("acme/boss");
        port.pass(Duration.ofMinutes(30));
        assertThat(me(boss)).isEqualTo("nobody");
    }

    @Test
    void pollsOfAnUnattendedPageDoNotKeepItsSession() throws Exception {
        Browser boss = logIn();
        for (int i = 0; i < 2; i++) {
            port.pass(Duration.ofMinutes(14));
            assertThat(me(boss.cookieLine() + "X-Background: 1\r\n")).isEqualTo("acme/boss");
        }
        port.pass(Duration.ofMinutes(2));
        assertThat(me(boss.cookieLine() + "X-Background: 1\r\n")).isEqualTo("nobody");
    }

    @Test
    void everySessionEndsAfterTwelveHours() throws Exception {
        Browser boss = logIn();
        for (int i = 0; i < 12 * 60 / 20 - 1; i++) {
            port.pass(Duration.ofMinutes(20));
            assertThat(me(boss)).isEqualTo("acme/boss");
        }
        port.pass(Duration.ofMinutes(20));
        assertThat(me(boss)).isEqualTo("nobody");
    }

    @Test
    void thePasswordIsConfirmedByItsOwnerAlone() throws Exception {
        Browser boss = logIn();
        assertThat(post("/confirm", boss, "password=wrong").status()).isEqualTo(403);
        assertThat(post("/confirm", boss, "password=" + TestPort.OF_ADMIN).status())
                .isEqualTo(403);
        assertThat(post("/confirm", boss, "password=" + TestPort.OF_BOSS).status())
                .isEqualTo(204);
    }

    @Test
    void guessesOfAPasswordInASessionWaitLikeLogins() throws Exception {
        Browser boss = logIn();
        for (int i = 0; i < 8; i++) {
            assertThat(post("/confirm", boss, "password=guess").status()).isEqualTo(403);
        }
        assertThat(port.bus.pauses).isNotEmpty();
    }

    @Test
    void aUserHasSixteenSessions() throws Exception {
        Browser first = logIn();
        Browser second = logIn();
        port.pass(Duration.ofSeconds(2));
        assertThat(me(first)).isEqualTo("acme/boss");
        for (int i = 0; i < 15; i++) {
            logIn();
        }
        assertThat(me(second)).isEqualTo("nobody");
        assertThat(me(first)).isEqualTo("acme/boss");
    }

    @Test
    void aLoginFormIsSmall() throws Exception {
        String large = "login=acme/boss&password=" + "x".repeat(AdministrationRouter.UNPROVEN_BYTES);
        Answer answer = port.send("POST", "/login", port.fromOrigin() + TestPort.FORM, large);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(post("/change", logIn(), "y".repeat(AdministrationRouter.UNPROVEN_BYTES + 1))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void theFirstAdministratorLogsIn() throws Exception {
        assertThat(me(port.logIn("admin", TestBus.GIVEN))).isEqualTo("admin");
    }
}
