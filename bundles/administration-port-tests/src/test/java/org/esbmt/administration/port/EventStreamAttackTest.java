package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Open streams of traffic, whose administrators lose their access. Each would have one more event afterwards. */
@Timeout(120)
class EventStreamAttackTest {
    private static final Administrator ADA = new Administrator("ada", "test");
    private static final Administrator BOSS = new Administrator("acme/boss", "test");
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\"[^>]* value=\"([^\"]+)\"");

    @TempDir
    Path data;

    private final CountedMessages messages = new CountedMessages();
    private final Map<String, RawClient> streams = new LinkedHashMap<>();
    private WholePort port;
    private TestBus bus;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void open() throws Exception {
        port = new WholePort(data, Map.of());
        bus = port.published.bus;
        acme = port.tenants.acme;
        globex = port.tenants.globex;
        bus.recorder.addSource(messages);
        count(1);
    }

    @AfterEach
    void close() throws IOException {
        for (RawClient stream : streams.values()) {
            stream.close();
        }
        port.close();
    }

    private void count(long each) {
        for (TenantId tenant : Set.of(acme, globex)) {
            messages.at(tenant, "Orders").count(Outcome.ANSWERED, each, 1_000);
        }
        bus.recordTraffic();
    }

    private UserId operator(String login) throws Exception {
        Set<Role> roles = Set.of(Role.TENANT_OPERATOR, Role.TENANT_USER);
        return bus.execute(BOSS, new AddUser(acme, login, TestBus.password(TwoTenants.PASSWORD), roles))
                .id();
    }

    private static Administrator by(String login) {
        return new Administrator("acme/" + login, "test");
    }

    private IssuedToken token(String login, int days) throws Exception {
        return token(by(login), days);
    }

    private IssuedToken token(Administrator owner, int days) throws Exception {
        return bus.execute(owner, new CreateToken("stream", Scope.FULL, OptionalInt.of(days)));
    }

    private void stream(String name, TenantId tenant, String fields) throws IOException {
        open(name, WholePort.API + "/tenants/" + tenant + "/traffic", fields);
    }

    private void stream(String name, IssuedToken token) throws IOException {
        stream(name, acme, bearer(token));
    }

    private static String bearer(IssuedToken token) {
        return "Authorization: Bearer " + token.token().orElseThrow() + "\r\n";
    }

    /** Opens a stream, and reads its first event. */
    private void open(String name, String path, String fields) throws IOException {
        RawClient client = port.connect();
        streams.put(name, client);
        client.socket().setSoTimeout(20_000);
        client.send(WholePort.request(port.host(), "GET", path, "Accept: text/event-stream\r\n" + fields, ""));
        assertThat(client.line()).as(name).isEqualTo("HTTP/1.1 200 OK");
        assertThat(next(client)).as(name).isPresent();
    }

    /** The data of the next event; empty at the end of the stream. */
    private static Optional<String> next(RawClient client) throws IOException {
        for (String line = client.line(); line != null; line = client.line()) {
            if (line.startsWith("data: ")) {
                return Optional.of(line);
            }
            if (line.equals("0")) {
                return Optional.empty(); // the last chunk
            }
        }
        return Optional.empty();
    }

    /** The cookie of a session on the console. */
    private String session(String login) throws IOException {
        String form = "login=" + URLEncoder.encode("acme/" + login, UTF_8) + "&password="
                + URLEncoder.encode(TwoTenants.PASSWORD, UTF_8);
        Answer answer = port.send("POST", "/login", WholePort.FORM + origin(), form);
        assertThat(answer.header("Set-Cookie")).as(answer.toString()).isNotNull();
        return "Cookie: " + answer.header("Set-Cookie").split(";", 2)[0] + "\r\n";
    }

    private String origin() {
        return "Origin: " + port.origin() + "\r\n";
    }

    private void logOut(String cookie) throws IOException {
        Matcher csrf = CSRF.matcher(port.send("GET", "/", cookie, "").text());
        assertThat(csrf.find()).isTrue();
        port.send("POST", "/logout", WholePort.FORM + origin() + cookie, "csrf=" + csrf.group(1));
    }

    /** @param later seconds until the next question to the registry; the port asks it once a second */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aStreamEndsWithItsAccessAndSendsNothingMore(int later) throws Exception {
        String events = "/tenants/" + acme + "/traffic/events";
        operator("revoker");
        IssuedToken revoked = token("revoker", 90);
        IssuedToken taken = token("revoker", 90);
        IssuedToken stays = token("revoker", 90);
        operator("expiring");
        UserId locked = operator("locked");
        UserId demoted = operator("demoted");
        UserId removed = operator("removed");
        operator("changed");
        operator("leaving");
        UserId ousted = operator("ousted");
        stream("a token that stays", stays);
        stream("a revoked token", revoked);
        stream("a token that an administrator revokes", taken);
        stream("an expired token", token("expiring", 1));
        stream("a token of a locked user", token("locked", 90));
        stream("a token of a user without the role", token("demoted", 90));
        stream("a token of a removed user", token("removed", 90));
        stream("another password", acme, WholePort.basic("acme/changed", TwoTenants.PASSWORD));
        stream("a password of a locked user", acme, WholePort.basic("acme/locked", TwoTenants.PASSWORD));
        stream("a token of a suspended tenant", globex, bearer(token(new Administrator("globex/boss", "test"), 90)));
        String leaving = session("leaving");
        open("a session that ends", events, leaving);
        open("a session of a locked user", events, session("ousted"));
        open("a session of a user without the role", events, session("demoted"));

        bus.execute(by("revoker"), new RevokeToken(revoked.view().id()));
        bus.execute(BOSS, new RevokeAccessCredential(acme, taken.view().id()));
        bus.now.set(bus.now.get().plus(Duration.ofDays(1)));
        bus.execute(BOSS, new LockUser(acme, locked));
        bus.execute(BOSS, new LockUser(acme, ousted));
        bus.execute(BOSS, new RevokeRole(acme, demoted, Role.TENANT_OPERATOR));
        bus.execute(BOSS, new RemoveUser(acme, removed));
        bus.execute(
                by("changed"),
                new ChangePassword(TwoTenants.PASSWORD.toCharArray(), TestBus.password("another long password")));
        bus.execute(ADA, new SuspendTenant(globex));
        logOut(leaving);
        bus.nanos.addAndGet(Duration.ofSeconds(later).toNanos());
        count(5);

        assertThat(next(streams.remove("a token that stays")))
                .as("of the traffic since")
                .isPresent();
        for (Map.Entry<String, RawClient> stream : streams.entrySet()) {
            assertThat(next(stream.getValue())).as(stream.getKey()).isEmpty();
        }
        RawClient again = port.connect();
        streams.put("again", again);
        again.send(WholePort.request(
                port.host(),
                "GET",
                WholePort.API + "/tenants/" + acme + "/traffic",
                "Accept: text/event-stream\r\n" + bearer(revoked),
                ""));
        assertThat(again.answer().status()).isIn(401, 403);
    }
}
