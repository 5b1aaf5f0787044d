package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.htmlunit.WebResponse;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on administrators by texts, addresses, forms and other tenants. */
class AttackTest {
    /** Ends a text and an attribute of each kind, and adds an element, a handler and attributes of htmx. */
    private static final String EVIL = "\"'><img src=x onerror=alert(1) hx-get=/bus/evil hx-trigger=load>"
            + "<script>alert(1)</script>{{7*7}}${7*7}";

    @TempDir
    Path data;

    @TempDir
    Path files;

    private ConsoleServer server;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Elements and attributes that only an injected text can have made. */
    private static List<String> injected(HtmlPage page) {
        List<String> found = new ArrayList<>();
        page.getByXPath("//img | //iframe | //object | //embed | //base | //script[not(@src)] | //style")
                .forEach(node -> found.add(String.valueOf(node)));
        page.getByXPath("//@*").forEach(each -> {
            DomAttr attribute = (DomAttr) each;
            String name = attribute.getName();
            boolean ofTemplate = List.of("hx-get", "hx-trigger", "hx-select", "hx-target", "hx-swap")
                            .contains(name)
                    && !attribute.getValue().contains("evil");
            boolean ofHtmx = name.startsWith("hx-") && !ofTemplate;
            if (name.startsWith("on") || name.equals("style") || ofHtmx) {
                found.add(attribute.toString());
            }
            if (List.of("href", "src", "action").contains(name)
                    && !attribute.getValue().matches("(/bus/|#).*")) {
                found.add(attribute.toString());
            }
        });
        return found;
    }

    @Test
    void noTextOfATenantBecomesMarkup() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", EVIL.substring(0, 100));
        server.services.bus.execute(
                new Administrator("acme/boss", "test"),
                new AddUser(
                        acme,
                        "\"><script>alert(1)</script>".replace("/", ""),
                        TestBus.password("a very long password"),
                        Set.of(Role.TENANT_USER)));
        Path evil = Files.writeString(files.resolve("<img src=x onerror=alert(1)>.zip"), "<b>evil#1");
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            boss.open("tenants/" + acme + "/assemblies")
                    .form("deploy")
                    .attach("archive", evil.toFile())
                    .send();
            assertThat(injected(boss.page())).isEmpty();
            assertThat(boss.text()).contains("<b>evil");

            List<String> found = new ArrayList<>();
            Crawl.of(boss, (address, page) -> injected(page).forEach(each -> found.add(address + " " + each)));
            Crawl.of(admin, (address, page) -> injected(page).forEach(each -> found.add(address + " " + each)));
            assertThat(found).isEmpty();
            admin.open("tenants");
            assertThat(admin.text()).contains("<script>");
        }
    }

    @Test
    void noSentTextBecomesMarkup() throws Exception {
        String evil = URLEncoder.encode(EVIL, StandardCharsets.UTF_8);
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            for (String address : List.of(
                    "tenants?contains=" + evil,
                    "tenants?state=" + evil,
                    "tenants?done=" + evil,
                    "system-users?contains=" + evil,
                    "system-user?login=" + evil,
                    "audit?contains=" + evil + "&from=" + evil,
                    "link?tenant=" + evil + "&service=" + evil,
                    "component?name=" + evil,
                    "operations/" + evil.replace("+", "%20").replace("%2F", "_"),
                    "tenants/" + evil.replace("+", "%20").replace("%2F", "_"))) {
                admin.open(address);
                assertThat(injected(admin.page())).as(address).isEmpty();
            }
            admin.open("tenants")
                    .form("create")
                    .type("name", EVIL)
                    .type("displayName", EVIL)
                    .send();
            assertThat(admin.status()).isEqualTo(400);
            assertThat(injected(admin.page())).isEmpty();
            admin.open("batch")
                    .form("batch")
                    .type("batch", "</textarea>" + EVIL)
                    .send();
            assertThat(injected(admin.page())).isEmpty();
        }
        try (Visit nobody = new Visit(server)) {
            nobody.open("login?next=" + evil + "&done=" + evil).logIn(EVIL, EVIL);
            assertThat(injected(nobody.page())).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/\\evil.example",
                "https://evil.example/",
                "javascript:alert(1)",
                "..//evil.example",
                "\\\\evil.example",
                "tenants/../../evil",
                "%2F%2Fevil.example",
                " //evil.example",
                "@evil.example"
            })
    void theLoginLeadsToNoOtherSite(String next) throws Exception {
        try (Visit visit = new Visit(server)) {
            visit.open("login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                    .logIn("admin", ConsoleServer.PASSWORD);

            assertThat(visit.page().getUrl().toString())
                    .startsWith(server.url(""))
                    .doesNotContain("login");
        }
    }

    /** With the policy no-referrer of the port alone, browsers send the Origin "null", and the port refuses each form. */
    @Test
    void everyPageLetsItsFormsSendTheirOrigin() throws Exception {
        try (Visit nobody = new Visit(server)) {
            HtmlPage login = nobody.open("login").page();

            assertThat(login.<DomNode>getByXPath("//meta[@name='referrer'][@content='same-origin']"))
                    .hasSize(1);
        }
    }

    @Test
    void noPageIsFramedOrKept() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            WebResponse page = admin.open("tenants").page().getWebResponse();

            assertThat(page.getResponseHeaderValue("Content-Security-Policy"))
                    .contains("frame-ancestors 'none'")
                    .contains("base-uri 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.getResponseHeaderValue("Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void everyFormHasTheTokenAndLeadsToThisConsole() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        FurnishedBus.installation(server, acme);
        Set<String> actions = new LinkedHashSet<>();
        List<String> without = new ArrayList<>();
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            for (Visit visit : List.of(admin, boss)) {
                Crawl.of(visit, (address, page) -> {
                    for (HtmlForm form : page.getForms()) {
                        if (form.getMethodAttribute().equals("post")) {
                            actions.add(form.getActionAttribute());
                            boolean first = form.getFirstByXPath("(.//input)[1][@name='csrf'][@type='hidden']") != null;
                            if (!first || !form.getActionAttribute().startsWith("/bus/")) {
                                without.add(address + " " + form.getActionAttribute());
                            }
                        }
                    }
                });
            }
        }
        assertThat(without).isEmpty();
        assertThat(actions).hasSizeGreaterThan(40);
    }

    @Test
    void aForeignFormChangesNothing() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        String form = "application/x-www-form-urlencoded";
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            String address = "tenants/" + acme + "/suspend";
            assertThat(admin.post(address, form, "", "https://evil.example")).isEqualTo(403);
            assertThat(admin.text()).contains("does not come from a page of this session");
            assertThat(admin.post(address, form, "csrf=guess", server.origin())).isEqualTo(403);
            assertThat(admin.post(address, form, "", server.origin())).isEqualTo(403);
        }
        assertThat(server.services.given(SuspendTenant.class)).isEmpty();
    }

    @Test
    void aChangeByItsAddressAloneChangesNothing() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open("tenants/" + acme + "/suspend");

            assertThat(admin.path()).isEqualTo("/bus/tenants/" + acme);
            assertThat(admin.text()).contains("ACTIVE");
        }
    }

    @Test
    void everyPageOfAnotherTenantIsARefusal() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        TenantId globex = FurnishedBus.tenant(server, "globex", "Globex");
        try (Visit ofGlobex = Visit.as(server, "globex/boss", FurnishedBus.PASSWORD);
                Visit ofAcme = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            Set<String> own = new LinkedHashSet<>();
            Crawl.of(ofGlobex, (address, page) -> {
                if (address.contains(globex.toString())) {
                    own.add(address);
                }
            });
            assertThat(own).hasSizeGreaterThan(10);
            for (String address : own) {
                ofAcme.open(address);
                assertThat(ofAcme.status()).as(address).isIn(403, 404);
                assertThat(ofAcme.text()).as(address).doesNotContain("Globex");
            }
            Set<String> foreign = new LinkedHashSet<>();
            // The own audit has the own refused requests, as they were asked.
            Crawl.of(ofAcme, (address, page) -> {
                if (!address.contains("/audit") && page.asNormalizedText().contains(globex.toString())) {
                    foreign.add(address);
                }
            });
            assertThat(foreign).isEmpty();
            assertThat(ofAcme.open("tenants/" + acme).status()).isEqualTo(200);
        }
    }

    @Test
    void everyPageOfTheInstallationIsARefusalToATenant() throws Exception {
        TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
        FurnishedBus.installation(server, acme);
        Set<String> pages = new LinkedHashSet<>();
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            Crawl.of(admin, (address, page) -> pages.add(address));
            pages.removeIf(address -> address.contains(acme.toString())
                    || address.matches("|me|me/tokens|rules|batch|operations.*|changes"));
            assertThat(pages).hasSizeGreaterThan(8);
            for (String address : pages) {
                boss.open(address);
                assertThat(boss.status()).as(address).isIn(400, 403, 404);
            }
        }
    }

    @Test
    void anInvalidAddressOrFormIsARefusal() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            assertThat(admin.open("tenants?contains=%ff%fe").status()).isEqualTo(400);
            assertThat(admin.open("tenants/not-a-uuid/users").status()).isEqualTo(404);
            assertThat(admin.statusOf("static/..%2ftexts.properties")).isIn(400, 404);
            assertThat(admin.statusOf("static/texts.properties")).isEqualTo(404);
            assertThat(admin.open("tenants?offset=-1").status()).isEqualTo(200);
            assertThat(admin.open("tenants?offset=99999999999999").status()).isEqualTo(200);
        }
    }
}
