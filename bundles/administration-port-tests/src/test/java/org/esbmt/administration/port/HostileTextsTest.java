package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.port.HostileBus.EVIL;
import static org.esbmt.administration.port.HostileBus.FILE;
import static org.esbmt.administration.port.HostileBus.SHORT;
import static org.esbmt.administration.port.HostileBus.escaped;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.testing.browser.InstalledBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile texts in every answer of the bus that a page shows. The policy against inline scripts is off here, so that escaping alone
 * holds them back.
 */
@EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
class HostileTextsTest {
    private static final String FAULT =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault>"
                    + "<faultstring>%1$s</faultstring><detail><TenantFault xmlns='urn:esbmt:tenant-context:1'><code>%1$s</code>"
                    + "<correlationID>%1$s</correlationID></TenantFault></detail></s:Fault></s:Body></s:Envelope>";

    @TempDir
    static Path data;

    private static HostileBus bus;
    private static WholePort port;
    private static InstalledBrowser browser;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    static boolean isThere() {
        return InstalledBrowser.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        bus = new HostileBus();
        port = new WholePort(data, Map.of(), bus);
        browser = InstalledBrowser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (port != null) {
            port.close();
        }
        bus.close();
    }

    @BeforeEach
    void logIn() {
        context = browser.browser().newContext(new Browser.NewContextOptions().setBypassCSP(true));
        page = context.newPage();
        page.onDialog(dialog -> complaints.add("dialog " + dialog.message()));
        page.onPageError(error -> complaints.add("error " + error));
        page.navigate(port.origin() + "/login");
        page.fill("#login-login", "acme/boss");
        page.fill("#login-password", TwoTenants.PASSWORD);
        page.click("#login button");
        page.waitForSelector("header nav");
    }

    @AfterEach
    void closeBrowser() {
        context.close();
    }

    private void open(String path) {
        page.navigate(port.origin() + path);
    }

    private String ofTenant(String path) {
        return "/tenants/" + port.tenants.acme + path;
    }

    /** The texts are in the page as texts, and none of them became an element, an attribute or a script. */
    private void assertLiteral(String place, String... texts) {
        page.waitForSelector("html[data-ready]");
        for (String text : texts) {
            assertThat(page.locator(place).allTextContents()).as(place).anyMatch(shown -> shown.contains(text));
        }
        assertThat(page.evaluate("() => 'ran' in window")).as(page.url()).isEqualTo(false);
        assertThat(page.evaluate("() => document.querySelectorAll("
                        + "'img, [onload], [onerror], script:not([src]), svg svg, body title').length"))
                .as(page.url())
                .isEqualTo(0);
        assertThat(complaints).isEmpty();
    }

    /** Without it, the other tests prove nothing. */
    @Test
    void eachTextRunsWithoutEscaping() {
        for (String text : List.of(EVIL, SHORT.get(0), SHORT.get(1), SHORT.get(2))) {
            Page victim = context.newPage();
            victim.setContent("<!DOCTYPE html><title>victim</title><p>" + text);
            victim.waitForFunction("() => window.ran === 1");
        }
    }

    @Test
    void findingsShowFilesLinesAndSentencesAsTexts() {
        open(ofTenant("/assemblies"));
        page.setInputFiles("#deploy-archive", new FilePayload(EVIL + ".zip", "application/zip", HostileBus.archive()));
        page.click("#deploy button");

        assertLiteral("#refused tbody th", FILE);
        assertLiteral("#refused tbody td", "<!-- " + EVIL, EVIL);
        assertLiteral("#refused > p", EVIL);
    }

    @Test
    void aRoutePictureShowsIdentifiersAndAddressesAsTexts() {
        open(ofTenant("/routes?name=orders"));

        assertLiteral("figure svg", SHORT.toArray(new String[0]));
        assertLiteral("details", SHORT.toArray(new String[0]));
        assertLiteral("details", EVIL);
        assertLiteral(".source code", "<!-- " + EVIL);
        assertLiteral("h2", EVIL);
        assertLiteral("figcaption", "Route " + EVIL);
        page.locator("figure svg a").first().click();
        assertLiteral("h1", "orders");
    }

    private void send() {
        open(ofTenant("/endpoints"));
        page.locator("#endpoints a").first().click();
        page.fill("#send-confirmation", TwoTenants.PASSWORD);
        page.click("#send button");
        page.waitForSelector("#answer");
    }

    @Test
    void aFaultIsShownAsTexts() {
        bus.answering(500, FAULT.formatted(escaped(EVIL)));
        send();

        assertLiteral("#answer .state", EVIL);
        assertLiteral("#answer dd", EVIL);
        assertLiteral("#answer .source", EVIL.replace("<", "&lt;").replace(">", "&gt;"));
    }

    @Test
    void anAnswerIsShownAsText() {
        bus.answering(200, "<answer title=\"" + escaped(EVIL) + "\"><![CDATA[" + EVIL + "]]></answer>");
        send();
        assertLiteral("#answer .source", "ran=1");

        bus.answering(502, EVIL);
        send();
        assertLiteral("#answer .source", EVIL);
        assertLiteral("#curl", EVIL.substring(2));
    }

    @Test
    void aBatchShowsNamesAndRefusalsAsTexts() {
        open("/batch");
        String text = "<batch xmlns='urn:esbmt:batch:1'><deploy tenant='" + port.tenants.acme + "' archive=\""
                + escaped(EVIL) + "\"/></batch>";
        page.fill("#batch-batch", text);
        page.click("#batch button");
        assertLiteral("#refused p", EVIL);
        assertThat(page.inputValue("#batch-batch")).isEqualTo(text);

        page.setInputFiles("#batch-archives", new FilePayload(EVIL, "application/zip", "orders#1".getBytes(UTF_8)));
        page.click("#batch button");
        page.waitForSelector("#batch");
        assertThat(page.evaluate("() => 'ran' in window")).isEqualTo(false);

        open("/batch");
        page.fill(
                "#batch-batch",
                "<batch xmlns='urn:esbmt:batch:1'><startAssembly tenant='" + port.tenants.acme
                        + "' assembly='orders'/></batch>");
        page.click("#batch button");
        assertLiteral("#plan td", EVIL);
    }

    @Test
    void theAuditShowsEntriesAsTexts() {
        open(ofTenant("/audit"));
        assertLiteral("#entries td", EVIL, "\u2212\u00a0" + EVIL, "+\u00a0" + EVIL);

        page.fill("#search-contains", "RAN=1");
        page.waitForURL(url -> true);
        page.click("form[role=search] button");
        assertLiteral("#entries td", EVIL);
    }

    @Test
    void anOperationShowsItsTextsAlsoWhenItsPartIsReadAgain() {
        bus.operation().moveTo(1);
        open("/operations");
        assertLiteral("#batches td", EVIL);
        open("/operations/" + MovedOperation.ID);
        page.waitForSelector("#outcome >> text=1 of 10");
        assertLiteral("#outcome dd", EVIL);

        bus.operation().moveTo(2);
        page.waitForSelector("#outcome >> text=2 of 10");
        assertLiteral("#outcome dd", EVIL);
        bus.operation().end();
        page.waitForSelector("#outcome >> text=Kind");
        assertLiteral("#outcome dd", EVIL);
    }
}
