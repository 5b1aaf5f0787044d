package org.esbmt.administration.http.internal.port;

import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.AccessCredentialLogin;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.http.internal.login.BrowserSessions;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.settings.TestConfiguration;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;

/**
 * An open administration port over the managers, without TLS unless configured. The clock of logins is manual. There are
 * the administrator {@code admin}, and {@code boss} of the tenants acme and globex.
 */
final class TestPort implements AutoCloseable {
    static final String OF_ADMIN = TestBus.GIVEN;
    static final String OF_BOSS = "acme's long password";
    static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

    final TestBus bus;
    final AtomicBoolean registryIsOut = new AtomicBoolean();
    final AtomicInteger tokenChecks = new AtomicInteger();
    final Logins logins;
    final BrowserSessions sessions;
    final TestConsole console;
    final TestResource rest = TestResource.rest();
    /** While it is set, checks of the password {@code guess} wait for it. */
    final AtomicReference<CountDownLatch> guesses = new AtomicReference<>(new CountDownLatch(0));

    final AdministrationPort port;
    private final boolean tls;

    /** @param values of the configuration; the port is a free one, and no source is slowed down */
    TestPort(Path data, Map<String, Object> values) throws Exception {
        bus = new TestBus(data).withAdministrator();
        bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(OF_BOSS)));
        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password("globex's long password")));
        PartPolicy policy = new PartPolicy(bus.administrators);
        PartAccess access = by -> registryIsOut.get() ? Optional.empty() : policy.parts(by);
        OperatorLogin operators = (from, login, secret) -> {
            if (String.valueOf(secret).equals("guess")) {
                await(guesses.get());
            }
            return bus.logins.admit(from, login, secret);
        };
        logins = new Logins(operators, tokens(), access, bus.nanos::get);
        sessions = new BrowserSessions(logins, bus.nanos::get);
        console = new TestConsole(sessions);
        // Many tests leave requests in progress.
        Map<String, Object> configured = new HashMap<>(
                Map.of("port", 0, "tls", false, "requests_unproven_per_second", 0, "drain_timeout_seconds", 1));
        configured.putAll(values);
        tls = (Boolean) configured.get("tls");
        port = new AdministrationPort(logins, sessions, TestConfiguration.of(configured), data, Duration.ofMillis(100));
        port.addResource(console);
        port.addResource(rest);
    }

    private AccessCredentialLogin tokens() {
        return new AccessCredentialLogin() {
            @Override
            public Optional<Owner> byToken(OperatorLogin.Origin from, char[] token) throws AdministrationException {
                if (registryIsOut.get()) {
                    throw new AdministrationException(Reason.UNAVAILABLE, "the registry is out of reach");
                }
                tokenChecks.incrementAndGet();
                return bus.accessCredentialLogin.byToken(from, token);
            }

            @Override
            public Optional<Owner> byCertificate(OperatorLogin.Origin from, X509Certificate certificate) {
                throw new AssertionError("no certificate comes to the port");
            }
        };
    }

    /** Creates a token of this user, and returns the field that sends it. */
    IssuedToken issue(String login, Scope scope) throws AdministrationException {
        return bus.execute(new Administrator(login, "test"), new CreateToken("deploy", scope, OptionalInt.empty()));
    }

    static String bearer(IssuedToken issued) {
        return "Authorization: Bearer " + issued.token().orElseThrow() + "\r\n";
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static TestPort open(Path data) throws Exception {
        return new TestPort(data, Map.of());
    }

    void pass(Duration time) {
        bus.nanos.addAndGet(time.toNanos());
    }

    InetSocketAddress address() {
        return port.address().orElseThrow();
    }

    /** The Host of the port without a configured URL. */
    String host() {
        return "127.0.0.1:" + address().getPort();
    }

    String origin() {
        return (tls ? "https://" : "http://") + host();
    }

    RawClient connect() throws IOException {
        return new RawClient(address());
    }

    /** Connects from an address of this machine: all of 127.0.0.0/8 are. */
    RawClient connectFrom(String source) throws IOException {
        return new RawClient(new Socket(address().getAddress(), address().getPort(), InetAddress.getByName(source), 0));
    }

    /** Sends a request with this Host and closes the connection after the answer. */
    Answer send(String method, String path, String headers, String body) throws IOException {
        try (RawClient client = connect()) {
            return client.send(request(host(), method, path, headers, body)).answer();
        }
    }

    static String request(String host, String method, String path, String headers, String body) {
        String length = method.equals("GET") ? "" : "Content-Length: " + body.length() + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + length + headers + "\r\n" + body;
    }

    Answer get(String path, String headers) throws IOException {
        return send("GET", path, headers, "");
    }

    static String basic(String login, String password) {
        String pair = login + ":" + password;
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    String fromOrigin() {
        return "Origin: " + origin() + "\r\n";
    }

    /** A browser's session: the cookie, and the token of its pages. */
    record Browser(String cookie, String token) {
        String cookieLine() {
            return "Cookie: " + cookie + "\r\n";
        }

        String tokenLine() {
            return "X-CSRF-Token: " + token + "\r\n";
        }
    }

    Answer tryLogin(String login, String password, String headers) throws IOException {
        return send("POST", "/login", fromOrigin() + FORM + headers, "login=" + login + "&password=" + password);
    }

    Browser logIn(String login, String password) throws IOException {
        Answer answer = tryLogin(login, password, "");
        if (answer.status() != 200) {
            throw new AssertionError("the login was answered with " + answer);
        }
        return new Browser(cookie(answer), answer.text());
    }

    static String cookie(Answer answer) {
        String set = answer.header("Set-Cookie");
        return set.substring(0, set.indexOf(';'));
    }

    @Override
    public void close() {
        port.close();
    }
}
