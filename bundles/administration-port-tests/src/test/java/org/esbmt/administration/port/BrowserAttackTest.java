package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.browser.InstalledBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks on an administrator whose browser has a session, from pages of another site and of another port of the same host, and by the
 * texts of a tenant. The browser is that of this machine, with this machine's Node.js; {@code ESBMT_BROWSER} is as for the console's tests.
 */
@EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
class BrowserAttackTest {
    private static final int MOST_PAGES = 150;

    /** Runs wherever it becomes markup, an attribute, a script or an attribute of htmx. */
    private static final String EVIL = "\"'><img src=x onerror=ran=1><svg onload=ran=1><a hx-get=/evil hx-trigger=load>"
            + "</title></textarea></script><script>ran=1</script>{{ran=1}}${ran=1}";

    @TempDir
    static Path data;

    private static WholePort port;
    private static InstalledBrowser installed;
    private static Browser browser;
    private static HttpServer elsewhere;
    private static final AtomicReference<String> ATTACK = new AtomicReference<>("");

    private BrowserContext context;
    private Page page;

    static boolean isThere() {
        return InstalledBrowser.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        port = new WholePort(data, Map.of());
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            byte[] attack = ATTACK.get().getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, attack.length);
            exchange.getResponseBody().write(attack);
            exchange.close();
        });
        elsewhere.start();
        installed = InstalledBrowser.start();
        browser = installed.browser();
    }

    @AfterAll
    static void stop() {
        if (installed != null) {
            installed.close();
        }
        if (elsewhere != null) {
            elsewhere.stop(0);
        }
        if (port != null) {
            port.close();
        }
    }

    @BeforeEach
    void openBrowser() {
        context = browser.newContext();
        page = context.newPage();
    }

    @AfterEach
    void closeBrowser() {
        context.close();
    }

    private void logIn(String login, String password) {
        page.navigate(port.origin() + "/login");
        page.fill("#login-login", login);
        page.fill("#login-password", password);
        page.click("#login button");
        page.waitForURL(port.origin() + "/");
    }

    /** Opens a page of the attacker, on this host at another port or on another host, in a tab of the same browser. */
    private Page lure(String host, String html) {
        ATTACK.set("<!DOCTYPE html><title>win</title>" + html);
        Page trap = context.newPage();
        trap.navigate("http://" + host + ":" + elsewhere.getAddress().getPort() + "/");
        trap.waitForTimeout(700);
        return trap;
    }

    private static String form(String action, String... values) {
        StringBuilder form = new StringBuilder("<form method=post action='" + port.origin() + action + "'>");
        for (int i = 0; i < values.length; i += 2) {
            form.append("<input name='")
                    .append(values[i])
                    .append("' value='")
                    .append(values[i + 1])
                    .append("'>");
        }
        return form + "</form><script>document.forms[0].submit()</script>";
    }

    /** A sibling at another port is the same site for cookies: the cookie arrives, and the Origin decides. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aForeignPageChangesNothing(String host) throws Exception {
        logIn("ada", WholePort.OF_ADA);
        List<String> before = port.tenants.contents();
        String suspend = "/tenants/" + port.tenants.acme + "/suspend";

        lure(host, form(suspend));
        lure(host, form(suspend, "csrf", "guess"));
        lure(host, form("/tenants", "name", "initech", "login", "boss"));
        lure(
                host,
                "<script>for (const mode of ['no-cors', 'cors']) { for (const path of ['" + suspend
                        + "', '/api/v1/tenants/"
                        + port.tenants.acme + "/suspend']) { fetch('" + port.origin()
                        + "' + path, {method: 'POST', mode, credentials: 'include', body: 'csrf=x',"
                        + " headers: {'Content-Type': 'text/plain', 'If-Match': '*'}}).catch(e => 0); } }</script>"
                        + "<img src='" + port.origin() + suspend + "'>");

        assertThat(port.tenants.contents()).isEqualTo(before);
    }

    /** Without the API: it takes no cookie, and a browser asks the user for its password. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aForeignPageReadsNothing(String host) {
        logIn("ada", WholePort.OF_ADA);

        Page trap = lure(
                host,
                "<script>window.read = []; for (const path of ['/tenants', '/me', '/static/console.css'])"
                        + " fetch('" + port.origin() + "' + path, {credentials: 'include'}).then(r => r.text())"
                        + ".then(t => window.read.push(t), e => window.read.push('refused'));</script>");

        trap.waitForFunction("() => window.read.length === 3");
        assertThat(trap.evaluate("() => [...new Set(window.read)].join()")).isEqualTo("refused");
    }

    /** REST challenges with Basic and Bearer. A browser takes the one that it knows, and the console has none. */
    @Test
    void aBrowserAsksForAPasswordForTheApiAlone() throws Exception {
        Browser.NewContextOptions asked = new Browser.NewContextOptions().setHttpCredentials("ada", WholePort.OF_ADA);
        try (BrowserContext user = browser.newContext(asked)) {
            Response answer = user.newPage().navigate(port.origin() + WholePort.API + "/me");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("\"ada\"");
        }
        for (String path : List.of("/", "/login", "/tenants", "/none")) {
            assertThat(port.send("GET", path, "", "").header("WWW-Authenticate"))
                    .as(path)
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aForeignPageLogsNobodyInOrOut(String host) {
        logIn("ada", WholePort.OF_ADA);

        lure(host, form("/login", "login", "acme/boss", "password", TwoTenants.PASSWORD));
        lure(host, form("/logout"));

        page.navigate(port.origin() + "/me");
        assertThat(page.textContent("main")).contains("ada").doesNotContain("boss");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void noPageIsShownInAFrame(String host) {
        logIn("ada", WholePort.OF_ADA);

        Page trap = lure(
                host,
                "<iframe src='" + port.origin() + "/tenants'></iframe><object data='" + port.origin()
                        + "/tenants'></object>" + "<embed src='" + port.origin() + "/tenants'>");

        for (Frame frame : trap.frames()) {
            if (frame != trap.mainFrame()) {
                assertThat(frame.content()).doesNotContain("acme").doesNotContain("csrf");
            }
        }
    }

    @Test
    void anOpenedConsoleIsOutOfReachOfItsOpener() {
        logIn("ada", WholePort.OF_ADA);

        Page trap = lure(
                "127.0.0.1",
                "<script>window.opened = window.open('" + port.origin() + "/tenants');"
                        + " setTimeout(() => { try { window.closed_ = window.opened.closed } catch (e) { window.closed_ = true } }, 600)"
                        + "</script>");

        trap.waitForFunction("() => 'closed_' in window");
        assertThat(trap.evaluate("() => window.closed_")).isEqualTo(true);
    }

    @Test
    void nothingIsShownByBackAfterLogout() {
        logIn("ada", WholePort.OF_ADA);
        page.navigate(port.origin() + "/tenants");
        assertThat(page.content()).contains("acme");
        page.click("form[action$='/logout'] button");
        page.waitForURL(url -> url.contains("login"));

        page.goBack();
        page.waitForLoadState();

        assertThat(page.url()).contains("/login");
        assertThat(page.content()).doesNotContain("globex");
    }

    @Test
    void theCookieIsOutOfReachOfScriptsAndOfOtherSites() {
        logIn("ada", WholePort.OF_ADA);

        assertThat(page.evaluate("() => document.cookie")).isEqualTo("");
        assertThat(context.cookies()).singleElement().satisfies(cookie -> {
            assertThat(cookie.httpOnly).isTrue();
            assertThat(cookie.sameSite.name()).isEqualTo("STRICT");
        });
    }

    @Test
    void noTextOfATenantRunsInTheBrowser() throws Exception {
        TenantId evil = furnish();
        List<String> complaints = new ArrayList<>();
        for (Map.Entry<String, String> login : Map.of("ada", WholePort.OF_ADA, "evil/boss", TwoTenants.PASSWORD)
                .entrySet()) {
            try (BrowserContext fresh = browser.newContext()) {
                page = fresh.newPage();
                page.onConsoleMessage(message -> {
                    boolean status = message.text().contains("the server responded with a status of 4");
                    if (message.type().equals("error") && !status) {
                        complaints.add(page.url() + " " + message.text());
                    }
                });
                page.onDialog(dialog -> complaints.add(page.url() + " " + dialog.message()));
                page.onRequest(request -> {
                    if (!request.url().startsWith(port.origin() + "/")
                            || request.url().contains("evil hx")) {
                        complaints.add(page.url() + " asks " + request.url());
                    }
                });
                logIn(login.getKey(), login.getValue());
                Set<String> seen = crawl(complaints, evil);
                assertThat(seen).hasSizeGreaterThan(15);
            }
        }
        assertThat(complaints).isEmpty();
    }

    private Set<String> crawl(List<String> complaints, TenantId evil) {
        Set<String> seen = new LinkedHashSet<>();
        Set<String> kinds = new LinkedHashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of("/", "/tenants/" + evil));
        boolean shown = false;
        while (!next.isEmpty() && seen.size() < MOST_PAGES) {
            String address = next.remove();
            boolean ofEvil = address.contains(evil.toString());
            String kind = address.replaceAll("[0-9a-f-]{36}", "id").replaceAll("=[^&]*", "");
            if (!seen.add(address)
                    || !(kinds.add(kind) || ofEvil)
                    || address.matches(".*/(archive|wsdl|policy|document)([/?].*)?")) {
                continue;
            }
            page.navigate(port.origin() + address);
            page.waitForSelector("html[data-ready]");
            if (!Boolean.FALSE.equals(page.evaluate("() => 'ran' in window"))) {
                complaints.add(address + " ran the text");
            }
            Object injected = page.evaluate(
                    "() => document.querySelectorAll('img, [hx-get^=\"/evil\"], [onload], [onerror], script:not([src])').length");
            if (!Integer.valueOf(0).equals(injected)) {
                complaints.add(address + " has " + injected + " injected elements");
            }
            shown |= page.textContent("body").contains("<script>ran=1");
            for (Object link : (List<?>) page.evaluate("() => [...document.links].map(a => a.getAttribute('href'))")) {
                if (String.valueOf(link).startsWith("/")) {
                    next.add(String.valueOf(link));
                }
            }
        }
        assertThat(shown).as("the texts are shown as texts").isTrue();
        return seen;
    }

    /** A tenant whose texts all are hostile, as far as the managers accept them. */
    private static TenantId furnish() throws Exception {
        TestBus bus = port.published.bus;
        Administrator ada = new Administrator("ada", "test");
        Administrator boss = new Administrator("evil/boss", "test");
        String text = EVIL.substring(0, 100);
        String spaceless = EVIL.replace(" ", "\u00a0").replace("/", "").replaceAll("\\s|\u00a0", "_");
        TenantId evil = bus.execute(
                        ada,
                        new CreateTenant(
                                "evil", "<script>ran=1</script>" + text, "boss", TestBus.password(TwoTenants.PASSWORD)))
                .tenant()
                .id();
        bus.execute(ada, new GrantQuota(QuotaId.of(evil, Resource.REGISTERED_SERVICES), Limit.of(5)));
        bus.execute(boss, new SetContact(evil, text, ContactKind.TECHNICAL, "110"));
        bus.execute(
                boss,
                new AddUser(
                        evil,
                        spaceless.substring(0, 100),
                        TestBus.password(TwoTenants.PASSWORD),
                        Set.of(Role.TENANT_OPERATOR)));
        ServiceId service =
                new ServiceId(new QName("urn:\"'><img src=x onerror=ran=1>", "Orders"), "\"><svg onload=ran=1>");
        bus.execute(
                boss,
                new RegisterService(
                        evil,
                        service,
                        Optional.of(Content.of(
                                ("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><documentation><script"
                                                + " xmlns='http://www.w3.org/1999/xhtml'>ran=1</script></documentation></definitions>")
                                        .getBytes(UTF_8)))));
        bus.execute(boss, new AttachPolicy(evil, service, "secured", Content.of(TwoTenants.policy())));
        bus.execute(boss, new DeployAssembly(evil, Optional.empty(), Content.of("orders#1".getBytes(UTF_8))));
        for (String unknown : List.of(EVIL, "x" + EVIL)) {
            try {
                bus.execute(boss, new SetContact(evil, unknown, ContactKind.TECHNICAL, unknown));
            } catch (AdministrationException refused) {
                assertThat(refused).hasMessageNotContaining("Exception");
            }
        }
        return evil;
    }
}
