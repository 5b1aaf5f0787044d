package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Example;
import org.esbmt.harness.Soap;
import org.esbmt.testing.browser.InstalledBrowser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the guide's pictures of the console, from a running bus. It is no test of the build: name it as {@code -Dit.test}, with
 * {@code -Dscreenshots=<absolute folder>}.
 */
@EnabledIfSystemProperty(
        named = "screenshots",
        matches = ".+",
        disabledReason = "the guide has its pictures: -Dscreenshots=<folder> makes them again")
class ConsolePictures {
    private static final int MOST_BYTES = 200 * 1024;
    private static final String PASSWORD = "correct horse battery staple";

    private static Distribution distribution;
    private static BusProcess bus;
    private static InstalledBrowser browser;
    private static AdministrationClient.Tenant acme;
    private static String root;
    private static String adminPassword;

    private final List<String> large = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ConsolePictures.class);
        distribution.home().set("org.esbmt.http.bc.cfg", "egress.allow", "*@127.0.0.1:9");
        bus = BusProcess.start(distribution.home());
        browser = InstalledBrowser.start();
        root = "https://127.0.0.1:" + distribution.home().administrationPort() + "/";
        BusHome.Credentials admin = distribution.home().initialAdministrator().orElseThrow();
        try (AdministrationClient administration = new AdministrationClient(bus, admin)) {
            furnish(administration);
        }
        adminPassword = admin.password();
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable first = browser) {
            assertThat(Arrays.asList(last, running, first)).doesNotContainNull();
        }
    }

    private static void furnish(AdministrationClient administration) throws Exception {
        acme = administration.createTenant("acme", "Acme Corporation", "admin", PASSWORD);
        administration.createTenant("globex", "Globex", "admin", PASSWORD);
        administration.createTenant("initech", "Initech Ltd.", "peter", PASSWORD);
        administration.addUser(acme, "olga", PASSWORD);
        for (String example : List.of("content-based-routing", "xslt-both-ways")) {
            administration.deploy(acme, Example.named(example).archive("http://127.0.0.1:9"));
        }
    }

    private static BrowserContext context(ColorScheme scheme) {
        return browser.browser()
                .newContext(new Browser.NewContextOptions()
                        .setIgnoreHTTPSErrors(true)
                        .setViewportSize(1200, 900)
                        .setColorScheme(scheme));
    }

    private static void logIn(Page page, String login, String password) {
        page.navigate(root + "login");
        page.fill("#login-login", login);
        page.fill("#login-password", password);
        page.click("#login button");
        page.waitForSelector("header nav");
    }

    /** A picture of the page as it is. */
    private void shoot(Page page, String name, ColorScheme scheme) {
        page.waitForSelector("html[data-ready]");
        Path folder = Path.of(System.getProperty("screenshots")).toAbsolutePath();
        Path file = folder.resolve(name + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png");
        int height = ((Number) page.evaluate("() => document.documentElement.scrollHeight")).intValue();
        page.setViewportSize(1200, Math.min(Math.max(height, 400), 1200));
        page.evaluate("() => scrollTo(0, 0)"); // the focus of a refusal has moved the page
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
        page.setViewportSize(1200, 900);
        int width = ((Number) page.evaluate("() => document.documentElement.scrollWidth")).intValue();
        assertThat(width).as("the width of %s", name).isLessThanOrEqualTo(1200);
        try {
            if (Files.size(file) > MOST_BYTES) {
                large.add(file + " has " + Files.size(file) + " bytes");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void shoot(Page page, String name, String address, ColorScheme scheme) {
        page.navigate(root + address);
        shoot(page, name, scheme);
    }

    /** Each link of the main menu has a picture. */
    private void shootMenu(Page page, String prefix, ColorScheme scheme) {
        List<String[]> pages = new ArrayList<>();
        for (Locator link : page.locator("header nav a").all()) {
            pages.add(new String[] {link.textContent().strip(), link.getAttribute("href")});
        }
        for (String[] each : pages) {
            page.navigate(root + each[1].substring(1));
            String name = each[0].toLowerCase(Locale.ROOT).replace(' ', '-');
            if (each[0].equals("Overview") || each[0].equals("Traffic")) {
                awaitPlot(page);
            }
            shoot(page, prefix + name, scheme);
        }
    }

    /** Reads the page again until the history of the node has a message. */
    private static void awaitPlot(Page page) {
        for (int i = 0; i < 30 && page.locator("main").textContent().contains("No message in the last"); i++) {
            page.waitForTimeout(1000);
            page.reload();
        }
        page.waitForSelector(".uplot");
        page.waitForTimeout(1500);
    }

    /** Sends messages for the plots until the test ends; a part of them finds no back end. */
    private static void sendMessages() {
        Thread sender = new Thread(ConsolePictures::sendOn, "messages-for-plots");
        sender.setDaemon(true);
        sender.start();
    }

    private static void sendOn() {
        Soap soap = new Soap();
        String context = Soap.tenantContext(acme.tenantId(), acme.userId(), PASSWORD);
        Random random = new Random(18);
        try {
            String base = distribution.home().baseUrl() + "/tenant-services/" + acme.tenantId();
            for (int i = 0; true; i++) {
                soap.send(
                        base + (i % 20 == 0 ? "/Orders/translated" : "/Greeting/soap"),
                        Soap.envelope(
                                context,
                                "<m:greet xmlns:m='http://example.org/greeting'><m:name>Ada</m:name></m:greet>"));
                TimeUnit.MILLISECONDS.sleep(10 + random.nextInt(90));
            }
        } catch (IOException e) {
            // The bus of the pictures has stopped.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void everyPageHasAPicture() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (BrowserContext context = context(scheme)) {
                ofTenant(context.newPage(), scheme);
            }
            try (BrowserContext context = context(scheme)) {
                ofInstallation(context.newPage(), scheme);
            }
        }
        assertThat(large).isEmpty();
    }

    private void ofInstallation(Page page, ColorScheme scheme) {
        shoot(page, "login", "login", scheme);
        logIn(page, "admin", adminPassword);
        page.navigate(root + "tenants");
        page.fill("#create-name", "umbrella-" + scheme.name().toLowerCase(Locale.ROOT));
        page.click("#create button");
        page.waitForSelector("#secret-value");
        // No picture has a password, also none that nobody uses.
        page.evaluate("() => { document.querySelector('#secret-value').textContent = '•'.repeat(24); }");
        shoot(page, "tenant-created", scheme);
        shootMenu(page, "installation-", scheme);
        shoot(page, "component", "components", scheme);
        page.locator("main tbody a").first().click();
        shoot(page, "component", scheme);
        page.navigate(root + "nodes");
        page.locator("main tbody a").first().click();
        shoot(page, "node", scheme);
        page.navigate(root + "operations");
        page.locator("#operations tbody a").first().click();
        shoot(page, "operation", scheme);
        page.navigate(root + "tenants");
        page.fill("#create-name", "acme");
        page.click("#create button");
        page.waitForSelector("#refused");
        shoot(page, "refusal", scheme);
    }

    private void ofTenant(Page page, ColorScheme scheme) {
        logIn(page, "acme/admin", PASSWORD);
        String tenant = "tenants/" + acme.tenantId();
        page.navigate(root + tenant + "/assemblies");
        page.setInputFiles("#deploy-archive", archive("wrong.zip", brokenArchive()));
        page.click("#deploy button");
        page.waitForSelector("#refused tbody");
        shoot(page, "findings", scheme);
        if (scheme == ColorScheme.LIGHT) {
            page.setInputFiles(
                    "#deploy-archive",
                    archive("greeting.zip", Example.named("greeting").archive("")));
            page.click("#deploy button");
            page.waitForSelector(".done");
            page.setInputFiles(
                    "#switch-archive",
                    archive(
                            "greeting.zip",
                            Example.named("greeting")
                                    .with("greeting-routes/greet.xsl", "Hello, ", "Good day, ")
                                    .archive("")));
            page.click("#switch button");
            page.waitForSelector(".done");
            sendMessages();
        }
        shoot(page, "assembly", tenant + "/assembly?name=greeting", scheme);
        shoot(page, "route", tenant + "/routes?name=content-based-routing", scheme);
        page.navigate(root + tenant + "/endpoints");
        page.locator("tr:has-text('/Greeting/soap') a").first().click();
        page.fill("#send-envelope", page.inputValue("#send-envelope").replace(">text<", ">Ada<"));
        page.fill("#send-confirmation", PASSWORD);
        page.click("#send button");
        page.waitForSelector("#answer");
        shoot(page, "message", scheme);
        page.navigate(root + tenant + "/endpoints");
        page.locator("tr:has-text('/Orders/translated') a").first().click();
        page.fill("#send-confirmation", PASSWORD);
        page.click("#send button");
        page.waitForSelector("#answer");
        shoot(page, "fault", scheme);
        page.navigate(root + tenant + "/users");
        page.locator("main tbody a").first().click();
        shoot(page, "user", scheme);
        page.navigate(root + tenant + "/quotas");
        page.locator("main tbody a").first().click();
        shoot(page, "quota", scheme);
        shootMenu(page, "tenant-", scheme);
        shoot(page, "account", "me", scheme);
        shoot(page, "rules", "rules", scheme);
    }

    private static Path archive(String name, byte[] content) {
        try {
            Path file = distribution.directory().resolve(name);
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] brokenArchive() {
        return AssemblyArchive.of(
                "orders",
                List.of(
                        new AssemblyArchive.Unit("orders-http", "http-bc", Map.of("xbean.xml", """
                            <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:a="urn:acme">
                              <http:soap-consumer service="a:Orders" endpoint="soap" timeout="0"
                                                  targetService="a:Router" targetEndpoint="camel"/>
                              <http:soap-provider service="a:BackEnd" endpoint="soap" locationUri="https://orders.acme.example/"/>
                            </beans>
                            """)),
                        new AssemblyArchive.Unit("orders-routes", "camel-se", Map.of("routes.xml", """
                            <routes xmlns="http://camel.apache.org/schema/spring">
                              <route id="orders">
                                <from uri="jbi:endpoint:urn:acme:Router:camel"/>
                                <to uri="file:/tmp/orders"/>
                              </route>
                            </routes>
                            """))));
    }
}
