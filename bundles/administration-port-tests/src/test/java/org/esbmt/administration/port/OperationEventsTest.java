package org.esbmt.administration.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.port.MovedOperation.ID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.http.api.MessagePort;
import org.esbmt.tenancy.api.Role;
import org.esbmt.testing.browser.InstalledBrowser;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The progress of an operation on the pages of the console: as events, and the ends of their streams. */
@Timeout(120)
class OperationEventsTest {
    private static final String OPERATION = "/operations/" + ID;
    private static final String EVENTS = "Accept: text/event-stream\r\n";

    @TempDir
    Path data;

    private final List<RawClient> clients = new ArrayList<>();
    private MovedOperation operation;
    private WholePort port;

    @BeforeEach
    void open() throws Exception {
        port = new WholePort(data, Map.of(), new WholePort.PagesOver() {
            @Override
            public <S> S over(Class<S> type, S ofBus) {
                if (type != OperationAdministration.class) {
                    return ofBus;
                }
                operation = new MovedOperation((OperationAdministration) ofBus, "acme/boss");
                return type.cast(operation);
            }

            @Override
            public MessagePort messages() {
                return new WholePort.NoMessagePort();
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        port.close();
    }

    /** A session's cookie as a header line. */
    private String logIn(String login) throws IOException {
        String form = "login=" + login.replace("/", "%2F") + "&password=" + TwoTenants.PASSWORD.replace(' ', '+');
        RawClient.Answer answer = port.send("POST", "/login", WholePort.FORM + origin(), form);
        assertThat(answer.status()).isEqualTo(303);
        return "Cookie: " + answer.header("Set-Cookie").replaceFirst(";.*", "") + "\r\n";
    }

    private String origin() {
        return "Origin: " + port.origin() + "\r\n";
    }

    private RawClient stream(String path, String cookie) throws IOException {
        RawClient client = port.connect();
        clients.add(client);
        client.socket().setSoTimeout(20_000);
        client.send(WholePort.request(port.host(), "GET", path, EVENTS + cookie, ""));
        assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
        return client;
    }

    /** The data of the next event; empty at the end of the stream. */
    private static Optional<String> next(RawClient client) throws IOException {
        for (String line = client.line(); line != null && !line.equals("0"); line = client.line()) {
            if (line.startsWith("data: ")) {
                return Optional.of(line.substring("data: ".length()));
            }
        }
        return Optional.empty();
    }

    @Test
    void eachStepIsAnEventAndTheLastOneEndsTheStream() throws Exception {
        String boss = logIn("acme/boss");
        for (String page : List.of(OPERATION, "/operations")) {
            operation.moveTo(1);
            RawClient stream = stream(page + "/events", boss);
            assertThat(next(stream)).contains("{\"running\":true}");
            operation.moveTo(2);
            assertThat(next(stream)).contains("{\"running\":true}");
            operation.end();
            assertThat(next(stream)).contains("{\"running\":false}");
            assertThat(next(stream)).isEmpty();
        }
    }

    @Test
    void aLogoutEndsTheStream() throws Exception {
        String boss = logIn("acme/boss");
        RawClient stream = stream(OPERATION + "/events", boss);
        assertThat(next(stream)).isPresent();
        String token =
                port.send("GET", "/me", boss, "").text().replaceFirst("(?s).*name=\"csrf\" value=\"([^\"]+)\".*", "$1");
        assertThat(port.send("POST", "/logout", boss + WholePort.FORM + origin(), "csrf=" + token)
                        .status())
                .isEqualTo(303);

        operation.moveTo(3);

        assertThat(next(stream)).isEmpty();
    }

    /** The session lives, and the right to see operations has gone. */
    @Test
    void aLostRightEndsTheStream() throws Exception {
        String boss = logIn("acme/boss");
        RawClient stream = stream(OPERATION + "/events", boss);
        assertThat(next(stream)).isPresent();

        operation.forbid();
        operation.moveTo(5);

        assertThat(next(stream)).isEmpty();
        assertThat(port.send("GET", "/me", boss, "").status()).isEqualTo(200);
        assertThat(port.send("GET", OPERATION + "/events", EVENTS + boss, "").status())
                .isEqualTo(403);
    }

    @Test
    void aLostRoleEndsTheStream() throws Exception {
        Administrator boss = new Administrator("acme/boss", "test");
        TenantRef acme = TenantRef.of(port.tenants.acme);
        UserRef clerk = UserRef.of(port.tenants.clerk);
        TestBus bus = port.published.bus;
        bus.execute(boss, new AssignRole(acme, clerk, Role.TENANT_OPERATOR));
        String cookie = logIn("acme/clerk");
        RawClient stream = stream(OPERATION + "/events", cookie);
        assertThat(next(stream)).isPresent();

        bus.execute(boss, new RevokeRole(acme, clerk, Role.TENANT_OPERATOR));
        bus.nanos.addAndGet(Duration.ofSeconds(2).toNanos()); // the next confirmation asks the registry
        operation.moveTo(4);

        assertThat(next(stream)).isEmpty();
        assertThat(port.send("GET", OPERATION + "/events", EVENTS + cookie, "").text())
                .doesNotContain("running");
    }

    @Test
    void anOperationOfOthersHasNoStream() throws Exception {
        String boss = logIn("acme/boss");
        assertThat(port.send("GET", "/operations/" + port.tenants.foreignOperation + "/events", EVENTS + boss, "")
                        .status())
                .isEqualTo(404);
        assertThat(port.send("GET", OPERATION + "/events", EVENTS, "").status()).isEqualTo(303);
    }

    static boolean isThere() {
        return InstalledBrowser.isThere();
    }

    private void logIn(Page page) {
        page.navigate(port.origin() + "/login");
        page.fill("#login-login", "acme/boss");
        page.fill("#login-password", TwoTenants.PASSWORD);
        page.click("#login button");
        page.waitForSelector("header nav");
    }

    @Test
    @EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
    void thePageFollowsTheOperationToItsEnd() {
        try (InstalledBrowser installed = InstalledBrowser.start();
                BrowserContext context = installed.browser().newContext()) {
            Page page = context.newPage();
            List<String> asked = new CopyOnWriteArrayList<>();
            page.onRequest(
                    request -> asked.add(request.url().substring(port.origin().length())));
            logIn(page);
            operation.moveTo(1);
            page.navigate(port.origin() + OPERATION);
            page.waitForSelector("#outcome >> text=1 of 10");
            page.evaluate("() => { window.same = 'page'; }");

            operation.moveTo(7);
            page.waitForSelector("#outcome >> text=7 of 10");
            operation.end();
            page.waitForSelector("#outcome >> text=Kind");

            assertThat(page.locator("#outcome [data-running]").count()).isZero();
            assertThat(page.evaluate("() => window.same")).isEqualTo("page");
            assertThat(asked)
                    .filteredOn(url -> url.equals(OPERATION + "/events"))
                    .hasSize(1);
            page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");
            assertThat(asked)
                    .filteredOn(url -> url.equals(OPERATION + "/events"))
                    .hasSize(1);
        }
    }

    @Test
    @EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
    void withoutAStreamThePageIsReadAgain() {
        try (InstalledBrowser installed = InstalledBrowser.start();
                BrowserContext context = installed.browser().newContext()) {
            Page page = context.newPage();
            logIn(page);
            operation.moveTo(1);
            page.route("**/events", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
            page.navigate(port.origin() + OPERATION);
            page.waitForSelector("#outcome >> text=1 of 10");

            operation.moveTo(7);
            page.waitForSelector("#outcome >> text=7 of 10");
            operation.end();
            page.waitForSelector("#outcome >> text=Kind");
        }
    }

    @Test
    @EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
    void theEndOfTheSessionLeadsToTheLogin() {
        try (InstalledBrowser installed = InstalledBrowser.start();
                BrowserContext context = installed.browser().newContext()) {
            Page page = context.newPage();
            logIn(page);
            operation.moveTo(1);
            page.navigate(port.origin() + OPERATION);
            page.waitForSelector("#outcome >> text=1 of 10");

            Page other = context.newPage();
            other.navigate(port.origin() + "/me");
            other.click("form[action$='/logout'] button");

            page.waitForSelector("#login");
            assertThat(page.url()).contains("next=operations");
        }
    }
}
