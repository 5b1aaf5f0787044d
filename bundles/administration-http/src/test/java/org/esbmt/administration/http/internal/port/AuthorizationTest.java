package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.internal.port.TestPort.Browser;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords in requests. */
class AuthorizationTest {
    private static final String BOSS = TestPort.basic("acme/boss", TestPort.OF_BOSS);

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

    private Answer api(String headers) throws IOException {
        return port.get("/api/x", headers);
    }

    @Test
    void aRightPasswordIsItsOwners() throws Exception {
        assertThat(api(BOSS).text()).isEqualTo("acme/boss");
        assertThat(api(TestPort.basic("admin", TestPort.OF_ADMIN)).text()).isEqualTo("admin");
    }

    @Test
    void everyRefusalHasTheSameBytes() throws Exception {
        List<Answer> refusals = new ArrayList<>();
        for (String headers : List.of(
                "",
                TestPort.basic("acme/boss", "wrong"),
                TestPort.basic("acme/nobody", TestPort.OF_BOSS),
                TestPort.basic("nowhere/boss", TestPort.OF_BOSS),
                TestPort.basic("boss", TestPort.OF_BOSS),
                TestPort.basic("", ""),
                TestPort.basic("acme/boss", ""),
                TestPort.basic("acme/boss", "x".repeat(5000)),
                "Authorization: Basic\r\n",
                "Authorization: Basic !!!\r\n",
                "Authorization: Basic YWJj\r\n",
                "Authorization: Bearer x\r\n",
                "Authorization: Digest username=admin\r\n")) {
            refusals.add(api(headers));
        }
        assertThat(refusals).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text()).isEmpty();
            assertThat(answer.header("WWW-Authenticate"))
                    .startsWith("Basic realm=\"ESB-MT rest\", charset=\"UTF-8\"\nBearer realm=\"ESB-MT rest\"");
        });
        assertThat(refusals)
                .filteredOn(answer -> answer.header("WWW-Authenticate").endsWith(", error=\"invalid_token\""))
                .as("of the one Bearer token")
                .hasSize(1);
        assertThat(new HashSet<>(refusals.stream()
                        .map(answer -> {
                            Map<String, String> headers = new java.util.TreeMap<>(answer.headers());
                            headers.remove("date");
                            headers.remove("www-authenticate");
                            return headers;
                        })
                        .toList()))
                .hasSize(1);
    }

    @Test
    void aSessionIsNoCredentialHere() throws Exception {
        Browser browser = port.logIn("admin", TestPort.OF_ADMIN);
        assertThat(api(browser.cookieLine() + browser.tokenLine() + port.fromOrigin())
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aRightPasswordIsHashedOnceAMinute() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(api(BOSS).status()).isEqualTo(200);
        }
        assertThat(port.bus.hasher.checks).hasValue(1);
        port.pass(Duration.ofSeconds(61));
        assertThat(api(BOSS).status()).isEqualTo(200);
        assertThat(port.bus.hasher.checks).hasValue(2);
    }

    @Test
    void aRememberedPasswordIsOfItsLoginAlone() throws Exception {
        assertThat(api(BOSS).status()).isEqualTo(200);
        assertThat(api(TestPort.basic("globex/boss", TestPort.OF_BOSS)).status())
                .isEqualTo(401);
        assertThat(api(TestPort.basic("acme/bos", "s:" + TestPort.OF_BOSS)).status())
                .isEqualTo(401);
        assertThat(api(TestPort.basic("acme/boss", TestPort.OF_BOSS + " ")).status())
                .isEqualTo(401);
    }

    /** Otherwise a guess from a slowed source would be confirmed without the wait. */
    @Test
    void aRememberedPasswordIsOfItsSourceAlone() throws Exception {
        assertThat(api(BOSS).status()).isEqualTo(200);
        assertThat(port.bus.hasher.checks).hasValue(1);
        try (RawClient other = port.connectFrom("127.0.0.5")) {
            assertThat(other.send(TestPort.request(port.host(), "GET", "/api/x", BOSS, ""))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
        assertThat(port.bus.hasher.checks).hasValue(2);
    }

    /** A browser that keeps the password of the API sends it with a form of any page. */
    @Test
    void aChangeFromAForeignPageIsRefused() throws Exception {
        for (String origin : List.of("https://evil.example", "null")) {
            assertThat(port.send("POST", "/api/x", BOSS + "Origin: " + origin + "\r\n", "")
                            .status())
                    .isEqualTo(403);
        }
        assertThat(port.send("POST", "/api/x", BOSS + port.fromOrigin(), "").status())
                .isEqualTo(200);
        assertThat(port.send("POST", "/api/x", BOSS, "").status()).isEqualTo(200);
    }

    @Test
    void aRememberedPasswordEndsWithAnotherOne() throws Exception {
        assertThat(api(BOSS).status()).isEqualTo(200);
        port.bus.execute(
                new Administrator("acme/boss", "test"),
                new ChangePassword(TestPort.OF_BOSS.toCharArray(), password("another long password")));
        port.pass(Duration.ofSeconds(1));
        assertThat(api(BOSS).status()).isEqualTo(401);
        assertThat(api(BOSS).status()).isEqualTo(401);
        assertThat(api(TestPort.basic("acme/boss", "another long password")).status())
                .isEqualTo(200);
    }

    @Test
    void aRememberedPasswordOfALockedUserEnds() throws Exception {
        assertThat(api(BOSS).status()).isEqualTo(200);
        var who = port.bus
                .administrators
                .findCaller(new Administrator("acme/boss", "test"))
                .orElseThrow();
        port.bus.lock(who.tenant(), who.user());
        port.pass(Duration.ofSeconds(1));
        assertThat(api(BOSS).status()).isEqualTo(401);
    }

    @Test
    void eachRequestHasTheVersionOfItsCredential() throws Exception {
        AtomicReference<Exchange> seen = new AtomicReference<>();
        port.port.addResource(new TestResource("/seen", "rest", Access.AUTHORIZATION, BodyNeed.NONE, exchange -> {
            seen.set(exchange);
            return Answers.of(204).empty();
        }));
        for (int i = 0; i < 2; i++) {
            assertThat(port.get("/seen/a?b=c", BOSS + "Cookie: a=b\r\nX-CSRF-Token: c\r\nIf-Match: d\r\n")
                            .status())
                    .isEqualTo(204);
            Exchange exchange = seen.get();
            Administrator by = exchange.by().orElseThrow();
            assertThat(by.login()).isEqualTo("acme/boss");
            assertThat(by.adapter()).isEqualTo("rest");
            assertThat(by.credential()).isPresent();
            assertThat(exchange.pathBelow()).isEqualTo("/a");
            assertThat(exchange.head().query()).contains("b=c");
            assertThat(exchange.head().fields()).containsOnlyKeys("If-Match");
        }
    }

    @Test
    void guessesWaitLongerAndLonger() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(api(TestPort.basic("admin", "guess " + i)).status()).isEqualTo(401);
        }
        assertThat(port.bus.pauses).isEmpty();
        for (int i = 0; i < 8; i++) {
            assertThat(api(TestPort.basic("admin", "guess again " + i)).status())
                    .isEqualTo(401);
        }
        assertThat(port.bus.pauses).isNotEmpty().isSorted();
    }

    @Test
    void guessesDoNotDelayAnOwnerWhosePasswordIsRemembered() throws Exception {
        String admin = TestPort.basic("admin", TestPort.OF_ADMIN);
        assertThat(api(admin).status()).isEqualTo(200);
        for (int i = 0; i < 10; i++) {
            assertThat(api(TestPort.basic("admin", "guess " + i)).status()).isEqualTo(401);
        }
        int pauses = port.bus.pauses.size();
        assertThat(api(admin).status()).isEqualTo(200);
        assertThat(port.bus.pauses).hasSize(pauses);
    }

    @Test
    void waysDoNotShareTheirFailures() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(api(TestPort.basic("admin", "guess " + i)).status()).isEqualTo(401);
        }
        int pauses = port.bus.pauses.size();
        port.logIn("admin", TestPort.OF_ADMIN);
        assertThat(port.bus.pauses).hasSize(pauses);
    }

    @Test
    void noByteOfABodyIsReadBeforeThePasswordIsChecked() throws Exception {
        try (RawClient client = port.connect()) {
            client.send("POST /api HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: 900\r\n"
                    + TestPort.basic("admin", "wrong") + "\r\n");
            assertThat(client.answer().status()).isEqualTo(401);
        }
    }

    @Test
    void aBodyOfAFreshPasswordArrivesWhole() throws Exception {
        port.port.addResource(new TestResource(
                "/echo", "rest", Access.AUTHORIZATION, new BodyNeed.Whole(1000), exchange -> Answers.of(200)
                        .bytes("text/plain", exchange.body().readAllBytes())));
        for (int i = 0; i < 2; i++) {
            assertThat(port.send("POST", "/echo", BOSS, "a body").text()).isEqualTo("a body");
            assertThat(port.send("POST", "/echo", BOSS, "x".repeat(1001)).status())
                    .isEqualTo(413);
        }
    }

    @Test
    void aResourceThatAuthenticatesItselfGetsNoCredential() throws Exception {
        port.port.addResource(new TestResource("/soap", "soap", Access.OWN, new BodyNeed.Whole(1000), exchange -> {
            assertThat(exchange.by()).isEmpty();
            assertThat(exchange.session()).isEmpty();
            String password = new String(exchange.body().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            return Answers.of(200)
                    .text(
                            "text/plain",
                            port.logins
                                    .logIn("soap", exchange, "acme/boss", password.toCharArray())
                                    .map(Administrator::toString)
                                    .orElse("nobody"));
        }));
        Browser browser = port.logIn("admin", TestPort.OF_ADMIN);
        int checks = port.bus.hasher.checks.get();
        String others = TestPort.basic("admin", TestPort.OF_ADMIN) + browser.cookieLine();
        assertThat(port.send("POST", "/soap", others, "wrong").text()).isEqualTo("nobody");
        for (int i = 0; i < 3; i++) {
            assertThat(port.send("POST", "/soap", others, TestPort.OF_BOSS).text())
                    .isEqualTo("acme/boss (soap)");
        }
        assertThat(port.bus.hasher.checks).hasValue(checks + 2);
    }
}
