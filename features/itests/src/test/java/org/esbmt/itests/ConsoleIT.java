package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.testing.browser.InstalledBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The console of a running bus in a browser, over TLS. */
@EnabledIf(value = "isThere", disabledReason = InstalledBrowser.SKIPPED)
class ConsoleIT {
    private static final Duration PROMISED = Duration.ofSeconds(60);
    private static final String CHANGED = "a new correct horse battery staple";

    private static Distribution distribution;
    private static BusProcess bus;
    private static InstalledBrowser browser;
    private static String root;

    static boolean isThere() {
        return InstalledBrowser.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ConsoleIT.class);
        bus = BusProcess.start(distribution.home());
        browser = InstalledBrowser.start();
        root = "https://127.0.0.1:" + distribution.home().administrationPort() + "/";
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable first = browser) {
            assertThat(Arrays.asList(last, running, first)).doesNotContainNull();
        }
    }

    /** The first tenant of an installation in 60 seconds: each step is a click or a field that a person fills in. */
    @Test
    void theFirstTenantGetsAnAnswerWithinAMinute() throws Exception {
        BusHome.Credentials admin = distribution.home().initialAdministrator().orElseThrow();
        // The certificate is the bus's own, as on a fresh machine.
        try (BrowserContext context =
                browser.browser().newContext(new Browser.NewContextOptions().setIgnoreHTTPSErrors(true))) {
            Page page = context.newPage();
            List<String> complaints = new ArrayList<>();
            page.onConsoleMessage(message -> {
                if (List.of("error", "warning").contains(message.type())) {
                    complaints.add(page.url() + " " + message.text());
                }
            });
            long start = System.nanoTime();

            page.navigate(root);
            logIn(page, admin.login(), admin.password());
            page.click("nav >> text=Tenants");
            page.fill("#create-name", "acme");
            page.click("#create button");
            String password = page.textContent("#secret-value");
            page.click("#secret a");
            assertThat(page.inputValue("#login-login")).isEqualTo("acme/admin");
            assertThat(page.url()).doesNotContain(password);
            logIn(page, "acme/admin", password);
            page.click("nav >> text=Assemblies");
            page.click("#deploy-example button");
            page.waitForSelector("#send");
            assertThat(page.textContent(".done")).contains("The example is deployed.");
            String envelope = page.inputValue("#send-envelope");
            assertThat(envelope).contains("http://example.org/greeting", "<!-- TenantContext -->", ">text<");
            page.fill("#send-envelope", envelope.replace(">text<", ">Ada<"));
            page.fill("#send-confirmation", password);
            page.click("#send button");
            page.waitForSelector("#answer");

            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(page.textContent("#answer")).contains("200", "The endpoint has answered.", "Hello, Ada.");
            assertThat(page.content()).doesNotContain(password);
            assertThat(page.textContent("#curl")).contains("/tenant-services/", "/Greeting/soap");
            assertThat(complaints).isEmpty();
            System.out.println("The first tenant got an answer after " + took.toMillis() + " ms in the browser.");
            assertThat(took).isLessThan(PROMISED);

            explainsAFault(page, password, envelope);
            changesTheOwnPassword(page, password);
        }
    }

    /** The change ends the session at once, also within the second in which its last confirmation counts. */
    private static void changesTheOwnPassword(Page page, String password) {
        page.navigate(root + "me");
        page.waitForSelector("html[data-ready]");
        page.fill("#password-current", password);
        page.fill("#password-changed", CHANGED);
        page.fill("#password-again", CHANGED);
        page.click("#password button");

        page.waitForSelector("#login");
        assertThat(page.textContent(".done")).contains("Your password is changed.");
        page.navigate(root + "me");
        assertThat(page.url()).contains("/login");
        logIn(page, "acme/admin", CHANGED);
        assertThat(page.url()).endsWith("/me");
    }

    /** The bus refuses a message without a TenantContext, and the page says who must act. */
    private static void explainsAFault(Page page, String password, String envelope) {
        page.fill("#send-envelope", envelope.replace("<!-- TenantContext -->", ""));
        page.fill("#send-confirmation", password);
        page.click("#send button");
        // the page before has an answer, too
        page.waitForSelector("#answer:has-text('CONTEXT_MISSING')");
        assertThat(page.textContent("#answer"))
                .contains("CONTEXT_MISSING", "The envelope has no TenantContext. It is for you");
    }

    private static void logIn(Page page, String login, String password) {
        page.fill("#login-login", login);
        page.fill("#login-password", password);
        page.click("#login button");
        page.waitForSelector("header nav");
    }
}
