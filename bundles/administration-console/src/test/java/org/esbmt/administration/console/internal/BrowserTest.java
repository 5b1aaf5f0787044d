package org.esbmt.administration.console.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.browser.InstalledBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The console in a browser of this machine, with this machine's Node.js. Without one of them these tests are skipped.
 * {@code ESBMT_BROWSER=required} makes that a failure, {@code ESBMT_BROWSER=none} skips them in any case.
 */
@EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
class BrowserTest {
    private static final List<String> RULES =
            List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

    private static final String AXE = axe();
    /** Runs these rules in the page. Axe's own client does so in a second page, and gets a report about every element. */
    private static final String VIOLATIONS = """
            async tags => {
              const results = await axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
              if (results.passes.length === 0) throw new Error('no rule applies to ' + location.href);
              return results.violations.map(violation =>
                  location.href + ' ' + violation.id + ' ' + violation.nodes.map(node => node.html).join(' | '));
            }""";

    @TempDir
    static Path data;

    private static ConsoleServer server;
    private static InstalledBrowser installed;
    private static Browser browser;
    private static TenantId acme;
    private static Set<String> ofAdmin;
    private static Set<String> ofBoss;

    static boolean isThere() {
        return InstalledBrowser.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ConsoleServer(data);
        acme = FurnishedBus.tenant(server, "acme", "Acme");
        FurnishedBus.installation(server, acme);
        server.messages
                .open()
                .describing(Files.readString(
                        Path.of("../../docs/guide/examples/greeting/src/greeting-http/greeting.wsdl")));
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            ofAdmin = oneOfEachKind(Crawl.of(admin, (address, page) -> {}));
            ofBoss = oneOfEachKind(Crawl.of(boss, (address, page) -> {}));
        }
        installed = InstalledBrowser.start();
        browser = installed.browser();
    }

    /** Of pages that differ in identifiers and names alone, the first. */
    private static Set<String> oneOfEachKind(Set<String> addresses) {
        Set<String> kinds = new LinkedHashSet<>();
        return addresses.stream()
                .filter(address ->
                        kinds.add(address.replaceAll("[0-9a-f-]{36}", "id").replaceAll("\\?.*", "")))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @AfterAll
    static void stop() {
        if (installed != null) {
            installed.close();
        }
        if (server != null) {
            server.close();
            server.messages.close();
        }
    }

    private static void logIn(Page page, String login, String password) {
        page.navigate(server.url("login"));
        page.fill("#login-login", login);
        page.fill("#login-password", password);
        page.click("#login button");
        page.waitForURL(server.url(""));
        ready(page);
    }

    private static void ready(Page page) {
        page.waitForSelector("html[data-ready]");
    }

    /** Everything that a page's console says, and every request to elsewhere. */
    private static List<String> complaints(Page page) {
        List<String> complaints = new ArrayList<>();
        page.onConsoleMessage(message -> {
            // A browser reports the status of a page that is a refusal, too.
            boolean refusedPage = message.text().contains("the server responded with a status of 40")
                    && message.location().startsWith(page.url());
            if (!refusedPage && !List.of("info", "log").contains(message.type())) {
                complaints.add(page.url() + " " + message.text());
            }
        });
        page.onPageError(error -> complaints.add(page.url() + " " + error));
        page.onRequest(request -> {
            if (!request.url().startsWith(server.url(""))) {
                complaints.add(page.url() + " asks " + request.url());
            }
        });
        return complaints;
    }

    private static void visit(String login, String password, Set<String> addresses, ColorScheme scheme) {
        List<String> complaints;
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setColorScheme(scheme))) {
            Page page = context.newPage();
            complaints = complaints(page);
            logIn(page, login, password);
            for (String address : addresses) {
                page.navigate(server.url(address));
                ready(page);
            }
        }
        assertThat(complaints).isEmpty();
    }

    /** The policy forbids the script that axe injects, so it is off here. */
    private static List<String> violations(String login, String password, Set<String> addresses, ColorScheme scheme) {
        List<String> violations = new ArrayList<>();
        try (BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true))) {
            Page page = context.newPage();
            page.navigate(server.url("login"));
            violations.addAll(violations(page));
            logIn(page, login, password);
            for (String address : addresses) {
                page.navigate(server.url(address));
                ready(page);
                violations.addAll(violations(page));
            }
        }
        return violations;
    }

    /** The violations in the page's only frame, each with its place. Without an applicable rule nothing would be checked. */
    private static List<String> violations(Page page) {
        assertThat(page.frames()).hasSize(1);
        page.evaluate("() => {" + AXE + "}");
        return ((List<?>) page.evaluate(VIOLATIONS, RULES))
                .stream().map(String::valueOf).toList();
    }

    private static String axe() {
        try (InputStream script = BrowserTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyPageOfTheInstallationIsAccessible(ColorScheme scheme) {
        assertThat(violations("admin", ConsoleServer.PASSWORD, ofAdmin, scheme)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyPageOfATenantIsAccessible(ColorScheme scheme) {
        assertThat(violations("acme/boss", FurnishedBus.PASSWORD, ofBoss, scheme))
                .isEmpty();
    }

    @Test
    void noPageBreaksThePolicyOrAsksAnotherHost() {
        assertThat(ofAdmin).hasSizeGreaterThan(15);
        visit("admin", ConsoleServer.PASSWORD, ofAdmin, ColorScheme.LIGHT);
        visit("acme/boss", FurnishedBus.PASSWORD, ofBoss, ColorScheme.DARK);
    }

    @Test
    void theListFollowsTheSearch() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            List<String> complaints = complaints(page);
            logIn(page, "admin", ConsoleServer.PASSWORD);
            page.navigate(server.url("tenants"));
            ready(page);
            page.locator("#search-contains").pressSequentially("zzz");
            page.waitForSelector("#tenants .empty");
            page.locator("#search-contains").fill("acm");
            page.waitForSelector("#tenants table");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void theFocusMovesToARefusal() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            logIn(page, "admin", ConsoleServer.PASSWORD);
            page.navigate(server.url("tenants"));
            page.fill("#create-name", "acme");
            page.click("#create button");
            page.waitForSelector("#refused");
            ready(page);

            assertThat(page.evaluate("() => document.activeElement.id")).isEqualTo("refused");
        }
    }

    @Test
    void theAnswerToAMessageIsAccessibleAndHasTheFocus() {
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setBypassCSP(true))) {
            Page page = context.newPage();
            logIn(page, "acme/boss", FurnishedBus.PASSWORD);
            page.navigate(server.url("tenants/" + acme + "/endpoints"));
            page.locator("#endpoints a").first().click();
            page.fill("#send-confirmation", FurnishedBus.PASSWORD);
            page.click("#send button");
            page.waitForSelector("#answer");
            ready(page);

            assertThat(page.evaluate("() => document.activeElement.id")).isEqualTo("answer");
            assertThat(violations(page)).isEmpty();
        }
    }

    @Test
    void aSecondClickSendsNothing() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            logIn(page, "acme/boss", FurnishedBus.PASSWORD);
            page.navigate(server.url("tenants/" + acme + "/endpoints"));
            page.locator("#endpoints a").first().click();
            ready(page);
            page.fill("#send-confirmation", FurnishedBus.PASSWORD);
            int before = server.messages.requests().size();
            page.evaluate(
                    "() => { const button = document.querySelector('#send button'); button.click(); button.click(); }");
            page.waitForSelector("#answer");
            assertThat(server.messages.requests()).hasSize(before + 1);
        }
    }

    @Test
    void aTenantIsCreatedWithTheKeyboardAlone() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.navigate(server.url("login"));
            ready(page);
            page.keyboard().press("Tab");
            assertThat(page.evaluate("() => document.activeElement.className")).isEqualTo("skip");
            page.keyboard().press("Enter");
            typeInto(page, "login-login", "admin");
            typeInto(page, "login-password", ConsoleServer.PASSWORD);
            page.keyboard().press("Enter");
            page.waitForURL(server.url(""));
            page.navigate(server.url("tenants"));
            typeInto(page, "create-name", "keys");
            page.keyboard().press("Enter");
            page.waitForSelector("#secret-value");
            ready(page);
            assertThat(page.evaluate("() => document.activeElement.id")).isEqualTo("secret");
        }
    }

    private static void typeInto(Page page, String id, String text) {
        for (int i = 0; i < 60; i++) {
            if (id.equals(page.evaluate("() => document.activeElement.id"))) {
                page.keyboard().type(text);
                return;
            }
            page.keyboard().press("Tab");
        }
        throw new AssertionError("the keyboard does not reach " + id);
    }

    @Test
    void aPlotIsDrawnOnTheOverview() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            List<String> complaints = complaints(page);
            logIn(page, "admin", ConsoleServer.PASSWORD);
            page.waitForSelector("html[data-plotted]");
            assertThat(page.locator(".plot canvas").count()).isEqualTo(1);
            assertThat(page.locator("#changes .empty:visible").textContent())
                    .isEqualTo("No change was sent to the nodes in the last hour.");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void aPlotWithoutNumbersSaysSo() throws Exception {
        TenantId quiet = server.services
                .bus
                .execute(
                        new Administrator("admin", "test"),
                        new CreateTenant("quiet", "Quiet", "boss", TestBus.password(FurnishedBus.PASSWORD)))
                .tenant()
                .id();
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            logIn(page, "quiet/boss", FurnishedBus.PASSWORD);
            page.navigate(server.url("tenants/" + quiet + "/traffic"));
            page.waitForSelector("html[data-plotted]");
            assertThat(page.locator(".plot canvas").count()).isZero();
            assertThat(page.locator(".plot .empty:visible").allTextContents())
                    .containsExactly(
                            "No message in the last ten minutes. The plot begins with the next one.",
                            "No error in the last ten minutes.",
                            "No answer in the last ten minutes, so there is no latency.");
        }
    }

    @Test
    void trafficIsPlottedFromOneStream() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            List<String> complaints = complaints(page);
            List<String> streams = new ArrayList<>();
            page.onRequest(request -> {
                if (request.url().contains("/events")) {
                    streams.add(request.url());
                }
            });
            logIn(page, "acme/boss", FurnishedBus.PASSWORD);
            page.navigate(server.url("tenants/" + acme + "/traffic"));
            page.waitForSelector("html[data-plotted]");
            assertThat(page.locator(".plot canvas").count()).isEqualTo(3);
            assertThat(streams)
                    .filteredOn(url -> url.contains("/traffic/events"))
                    .hasSizeGreaterThan(0);
            assertThat(streams.stream().distinct()).hasSize(1);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void aDroppedFileIsChosen() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            logIn(page, "acme/boss", FurnishedBus.PASSWORD);
            page.navigate(server.url("tenants/" + acme + "/assemblies"));
            ready(page);
            page.evaluate("() => { const files = new DataTransfer(); files.items.add(new File(['dropped#1'], 'a.zip'));"
                    + " document.querySelector('#deploy').dispatchEvent(new DragEvent('drop',"
                    + " { dataTransfer: files, bubbles: true, cancelable: true })); }");
            page.click("#deploy button");
            page.waitForSelector(".done");
            assertThat(page.textContent("h1")).contains("dropped");
        }
    }

    @Test
    void anInjectedScriptDoesNotRun() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            List<String> complaints = complaints(page);
            logIn(page, "admin", ConsoleServer.PASSWORD);
            page.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
                    + " document.body.append(s); }");
            assertThat(page.evaluate("() => window.ran ?? null")).isNull();
            // The page's console may come after the answer to the script.
            page.waitForCondition(() -> complaints.stream().anyMatch(text -> text.contains("Content Security Policy")));
        }
    }

    @Test
    void aPageHasLessThan300Kilobytes() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            logIn(page, "admin", ConsoleServer.PASSWORD);
            page.navigate(server.url("tenants"));
            ready(page);
            page.waitForLoadState();
            // the page counts: the body of a stream of events would never be whole
            Object bytes = page.evaluate(
                    "() => performance.getEntries().reduce((sum, e) => sum + (e.decodedBodySize ?? 0), 0)");
            assertThat(((Number) bytes).intValue()).isBetween(10 * 1024, 300 * 1024);
        }
    }
}
