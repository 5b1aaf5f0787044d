package org.esbmt.administration.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.HostileRequests;
import org.esbmt.testing.http.HostileRequests.Attack;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by HTTP itself on the port with REST, SOAP and console. */
class PortAttackTest {
    private static final String TENANTS = WholePort.API + "/tenants";
    private static final String NEW_TENANT =
            "{\"name\": \"initech\", \"administratorLogin\": \"boss\", \"password\": \"a long password\"}";
    private static final String PASSWORD_TEXT =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";
    private static final String EVIL = "https://evil.example";

    @TempDir
    static Path data;

    private static WholePort port;
    private List<String> before;

    @BeforeAll
    static void open() throws Exception {
        port = new WholePort(data, Map.of());
    }

    @AfterAll
    static void close() {
        port.close();
    }

    @BeforeEach
    void remember() throws Exception {
        before = port.tenants.contents();
    }

    @AfterEach
    void nothingIsChanged() throws Exception {
        assertThat(port.tenants.contents()).isEqualTo(before);
    }

    /** A POST without a length is an empty one here, and its body would be the next request. */
    static Stream<Attack> hostile() {
        return new HostileRequests(
                        TENANTS, "application/json\r\n" + WholePort.ada().strip(), NEW_TENANT)
                .all()
                .filter(attack -> !attack.title().equals("no length"));
    }

    /** The attacker's second request would create a tenant with the right password. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void noRequestIsSmuggled(Attack attack) throws Exception {
        String smuggled = new String(
                WholePort.request(port.host(), "POST", TENANTS, WholePort.ada() + WholePort.JSON, NEW_TENANT),
                StandardCharsets.ISO_8859_1);
        try (RawClient client = port.connect()) {
            client.send(attack.bytes().replace("Host: bus\r\n", "Host: " + port.host() + "\r\n") + smuggled);
            Answer answer = client.answer();

            assertThat(answer.status()).isBetween(400, 599);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/static/../api/v1/tenants",
                "/static/%2e%2e/api/v1/tenants",
                "/static/%2E%2E%2Fapi/v1/tenants",
                "/static/..%2ftexts.properties",
                "/static/..%5ctexts.properties",
                "/static/..\\texts.properties",
                "/static/....//texts.properties",
                "/static//texts.properties",
                "/static/%00texts.properties",
                "/static/texts.properties;.css",
                "/static/console.css;x",
                "/static/%252e%252e/texts.properties",
                "/static/..",
                "/api/v1/tenants/..;/status",
                "/api/v1/tenants/%2e%2e/status",
                "/api/v1/./status",
                "/api/v1//status",
                "/api/v1/status/",
                "/api/v1/status;x=1",
                "/api/v1/%73tatus",
                "/api/v1%2fstatus",
                "/api%2fv1/status",
                "/api/v1\\status",
                "/API/V1/status",
                "/console/../api/v1/status",
                "/soap/../api/v1/status",
                "/soap/TenantRegistryManager/../x",
                "/soap/%54enantRegistryManager",
                "//api/v1/status",
                "/%61pi/v1/status"
            })
    void aPathHasOneSpelling(String path) throws Exception {
        Answer answer = port.send("GET", path, WholePort.ada(), "");

        assertThat(answer.status()).as(path + " " + answer.text()).isIn(303, 400, 404);
        assertThat(answer.text()).doesNotContain("registryReachable", "wsdl:", "globex");
        if (answer.status() == 303) {
            assertThat(answer.header("Location")).startsWith("/login");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/status", "/soap/TenantRegistryManager?wsdl", "/login", "/static/console.css"})
    void anotherHostIsNotServedByAnyResource(String path) throws Exception {
        for (String host :
                List.of("evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", port.host() + ".evil")) {
            try (RawClient client = port.connect()) {
                client.send(WholePort.request(host, "GET", path, WholePort.ada(), ""));

                assertThat(client.answer().status()).as(host).isIn(400, 421);
            }
        }
    }

    @Test
    void forwardedNamesAndAddressesAreIgnored() throws Exception {
        String spoofed = String.join(
                        "\r\n",
                        "X-Forwarded-Host: evil.example",
                        "X-Forwarded-Proto: https",
                        "Forwarded: host=evil.example",
                        "X-Forwarded-For: 10.0.0.1",
                        "X-Real-IP: 10.0.0.1",
                        "X-Original-URL: /api/v1/status",
                        "X-Rewrite-URL: /api/v1/status",
                        "X-Forwarded-Prefix: /evil")
                + "\r\n";

        Answer login = port.send("GET", "/", spoofed, "");
        Answer wsdl = port.send("GET", "/soap/TenantRegistryManager?wsdl", spoofed, "");

        assertThat(login.headers() + login.text()).doesNotContain("evil", "registryReachable");
        assertThat(wsdl.text()).contains(port.origin()).doesNotContain("evil");
    }

    @ParameterizedTest
    @ValueSource(strings = {TENANTS, "/soap/TenantRegistryManager", "/login", "/"})
    void noOtherSiteIsPermittedToAskOrRead(String path) throws Exception {
        String asking = "Origin: " + EVIL + "\r\nAccess-Control-Request-Method: POST\r\n"
                + "Access-Control-Request-Headers: authorization, content-type\r\n";
        for (String method : List.of("OPTIONS", "GET", "POST")) {
            Answer answer = port.send(method, path, asking + WholePort.ada(), "");

            assertThat(answer.headers().keySet()).as(method).noneMatch(name -> name.startsWith("access-control"));
            assertThat(answer.header("Cross-Origin-Resource-Policy")).as(method).isEqualTo("same-origin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/json", "application/x-www-form-urlencoded"})
    void aPageOfAnotherSiteChangesNothingWithAPasswordThatTheBrowserKeeps(String type) throws Exception {
        for (String origin : List.of(EVIL, "null", "http://127.0.0.1:1", port.origin() + ".evil.example")) {
            Answer answer = port.send(
                    "POST",
                    TENANTS,
                    WholePort.ada() + "Origin: " + origin + "\r\nContent-Type: " + type + "\r\n",
                    NEW_TENANT);

            assertThat(answer.status()).as(origin).isEqualTo(403);
        }
    }

    @Test
    void noMethodIsOverriddenAndNoRequestEchoed() throws Exception {
        String fields = WholePort.ada() + "X-HTTP-Method-Override: DELETE\r\nX-Method-Override: DELETE\r\n"
                + "X-HTTP-Method: DELETE\r\n" + WholePort.JSON;
        String clerk = TENANTS + "/" + port.tenants.acme + "/users/" + port.tenants.clerk;

        assertThat(port.send("GET", clerk + "?_method=DELETE", fields, "").status())
                .isIn(400, 404, 405);
        assertThat(port.send("POST", TENANTS + "/" + port.tenants.acme, fields, "{\"_method\": \"DELETE\"}")
                        .status())
                .isIn(400, 404, 405);
        for (String method : List.of("TRACE", "TRACK", "CONNECT", "PROPFIND", "DEBUG", "OPTIONS")) {
            for (String path : List.of(TENANTS, "/soap/TenantRegistryManager", "/")) {
                Answer answer = port.send(method, path, WholePort.ada() + "X-Secret: echo\r\n", "");
                assertThat(answer.status()).as(method).isIn(400, 405);
                assertThat(answer.text() + answer.headers()).doesNotContain("echo", "Basic YWRh");
            }
        }
    }

    @Test
    void aLoggedTextNeverBecomesALine() throws Exception {
        String forged = "x\n2026-01-01 INFO org.esbmt.audit - purgeTenant by ada: done\r\n\u001b[31m\u2028y";
        List<String> lines;
        try (CapturedLog log = new CapturedLog()) {
            for (String login : List.of(forged, "acme/" + forged, forged + "/boss")) {
                port.send("GET", TENANTS, WholePort.basic(login, "wrong password of theirs"), "");
                port.send(
                        "POST",
                        "/login",
                        WholePort.FORM + "Origin: " + port.origin() + "\r\n",
                        "login=" + encoded(login) + "&password=wrong");
                port.send("POST", "/soap/TenantRegistryManager", "Content-Type: text/xml\r\n", envelope(login));
            }
            String globex = TENANTS + "/" + port.tenants.globex;
            String json =
                    "\"" + forged.replace("\n", "\\n").replace("\r", "\\r").replace("\u001b", "\\u001b") + "\"";
            for (String field :
                    List.of("login", "name", "displayName", "address", "endpoint", "service", "component")) {
                for (String path : List.of("", "/users", "/quotas", "/offboarding", "/suspend", "/contacts/x")) {
                    for (String tag : List.of("", WholePort.ANY_REVISION)) {
                        String head = WholePort.boss() + WholePort.JSON + tag;
                        port.send("POST", globex + path, head, "{\"" + field + "\": " + json + "}");
                        port.send("PUT", globex + path, head, "{\"" + field + "\": " + json + "}");
                    }
                }
            }
            port.send(
                    "POST",
                    globex + "/users",
                    WholePort.boss() + WholePort.JSON,
                    "{\"login\": " + json + ", \"password\": \"a long password\", \"roles\": [\"TENANT_USER\"]}");
            port.send(
                    "PUT",
                    globex + "/default-administrator",
                    WholePort.boss() + WholePort.JSON,
                    "{\"login\": " + json + "}");
            for (String name : List.of(encoded(forged).replace("+", "%20"), "x%E2%80%A8y%C2%85z%E2%80%AE%7Bjndi%7D")) {
                for (String path : List.of("", "/contacts/", "/logins/", "/assemblies/")) {
                    port.send("GET", globex + path + name, WholePort.boss(), "");
                    port.send("DELETE", globex + path + name, WholePort.boss() + WholePort.ANY_REVISION, "");
                }
            }
            port.send(
                    "GET",
                    TENANTS,
                    WholePort.boss() + "User-Agent: ${jndi:ldap://127.0.0.1:9/x}\r\nReferer: {} %s%n\r\n",
                    "");
            lines = log.linesWith("");
        }
        assertThat(lines)
                .as("with refusals of the boss")
                .anyMatch(line -> line.contains("acme/boss"))
                .allMatch(line -> line.startsWith("["), "a line of the log")
                .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x2028 || c == 0x85 || c == 0x202e));
    }

    private static String envelope(String login) {
        String text = login.replace("\u001b", "&#x9;");
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header><w:Security xmlns:w="
                + "'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'><w:UsernameToken>"
                + "<w:Username>" + text + "</w:Username><w:Password Type='" + PASSWORD_TEXT
                + "'>wrong</w:Password></w:UsernameToken></w:Security>"
                + "</s:Header><s:Body><whoAmI xmlns='urn:esbmt:administration:1'/></s:Body></s:Envelope>";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void noSecretIsLoggedOrAnswered() throws Exception {
        String secret = "Jerry lives in this house";
        List<String> told = new ArrayList<>();
        try (CapturedLog log = new CapturedLog()) {
            String users = TENANTS + "/" + port.tenants.acme + "/users";
            for (String body : List.of(
                    "{\"login\": \"dave\", \"password\": \"%s\"",
                    "{\"login\": \"clerk\", \"password\": \"%s\", \"roles\": [\"TENANT_USER\"]}",
                    "{\"login\": \"da ve\", \"password\": \"%s\", \"roles\": [\"TENANT_USER\"]}",
                    "{\"login\": \"dave\", \"password\": [\"%s\"], \"roles\": [\"TENANT_USER\"]}",
                    "{\"login\": \"dave\", \"password\": \"%s\", \"password\": \"%1$s\"}",
                    "{\"login\": \"dave\", \"pass\": \"%s\"}")) {
                told.add(port.send("POST", users, WholePort.boss() + WholePort.JSON, body.formatted(secret))
                        .toString());
            }
            told.add(port.send("GET", TENANTS, WholePort.basic("acme/boss", secret), "")
                    .toString());
            told.add(port.send(
                            "POST",
                            "/login",
                            WholePort.FORM + "Origin: " + port.origin() + "\r\n",
                            "login=acme%2Fboss&password=" + encoded(secret))
                    .toString());
            told.add(port.send(
                            "POST",
                            "/soap/TenantRegistryManager",
                            "Content-Type: text/xml\r\n",
                            envelope("acme/boss").replace(">wrong<", ">" + secret + "<"))
                    .toString());
            told.add(port.send(
                            "POST",
                            WholePort.API + "/batches",
                            WholePort.boss() + WholePort.JSON,
                            "{\"steps\": [{\"addUser\": {\"tenant\": \"" + port.tenants.acme
                                    + "\", \"login\": \"da ve\", \"password\": \"" + secret
                                    + "\", \"roles\": [\"TENANT_USER\"]}}]}")
                    .toString());
            told.addAll(log.linesWith(""));
        }
        assertThat(told)
                .noneMatch(text -> text.contains("Jerry"))
                .noneMatch(text -> text.contains(TwoTenants.PASSWORD));
    }

    /** The time of a login is that of a hash, so an unknown user costs one, too. */
    @Test
    void anUnknownUserCostsAHashOnEveryWay() throws Exception {
        for (String login : List.of("acme/boss", "acme/nobody", "nowhere/boss", "nobody", "globex/clerk")) {
            assertHashes(login, () -> port.send("GET", TENANTS, WholePort.basic(login, "a wrong password"), "")
                    .status());
            assertHashes(login, () -> port.send(
                            "POST",
                            "/login",
                            WholePort.FORM + "Origin: " + port.origin() + "\r\n",
                            "login=" + encoded(login) + "&password=a+wrong+password")
                    .status());
            assertHashes(login, () -> port.send(
                            "POST", "/soap/TenantRegistryManager", "Content-Type: text/xml\r\n", envelope(login))
                    .status());
        }
    }

    private static void assertHashes(String login, Callable<Integer> attempt) throws Exception {
        // Failures of before count no more.
        port.published.bus.nanos.addAndGet(Duration.ofDays(2).toNanos());
        int checks = port.published.bus.hasher.checks.get();

        assertThat(attempt.call()).as(login).isGreaterThanOrEqualTo(400);

        assertThat(port.published.bus.hasher.checks.get() - checks).as(login).isEqualTo(1);
    }
}
