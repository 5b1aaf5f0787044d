package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlButton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from the login to a tenant with users, without scripts. */
class FirstTenantTest {
    @TempDir
    Path data;

    private ConsoleServer server;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String createAcme(Visit admin) throws Exception {
        admin.open("tenants")
                .form("create")
                .type("name", "acme")
                .type("administrator", "boss")
                .send();
        return admin.secret();
    }

    @Test
    void withoutALoginEachPageLeadsToTheLoginAndBack() throws Exception {
        try (Visit visit = new Visit(server)) {
            visit.open("tenants?contains=ac");
            assertThat(visit.path()).isEqualTo("/bus/login");

            visit.logIn("admin", ConsoleServer.PASSWORD);

            assertThat(visit.page().getUrl().toString()).isEqualTo(server.url("tenants?contains=ac"));
        }
    }

    @Test
    void aWrongPasswordIsRefusedInOneSentence() throws Exception {
        try (Visit visit = new Visit(server)) {
            visit.open("login").logIn("admin", "not the password");

            assertThat(visit.status()).isEqualTo(401);
            assertThat(visit.text()).contains("You are not logged in.").contains("It is for you to try again");
            assertThat(visit.page().getHtmlElementById("login-login").getAttribute("value"))
                    .isEqualTo("admin");
            assertThat(visit.page().getHtmlElementById("login-password").getAttribute("value"))
                    .isEmpty();
        }
    }

    @Test
    void logOutEndsTheSession() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.page()
                    .getForms()
                    .get(0)
                    .<HtmlButton>getFirstByXPath(".//button")
                    .click();
            admin.open("tenants");

            assertThat(admin.path()).isEqualTo("/bus/login");
        }
    }

    @Test
    void theEmptyListSaysTheNextStep() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.follow("Tenants");

            assertThat(admin.text()).contains("There is no tenant yet. Create the first one below.");
        }
    }

    @Test
    void aTenantIsCreatedAndItsPasswordShownOnce() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            String password = createAcme(admin);
            assertThat(admin.text()).contains("The tenant is created.").contains("Password of acme/");

            admin.page().refresh();
            admin.open(admin.page().getUrl().getFile().substring("/bus/".length()));
            assertThat(admin.page().getElementById("secret-value")).isNull();

            try (Visit boss = Visit.as(server, "acme/boss", password)) {
                assertThat(boss.text()).contains("Overview of acme").doesNotContain("System users");
            }
        }
    }

    @Test
    void aSecondClickCreatesNothingMore() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open("tenants");
            Visit.Filling form = admin.form("create").type("name", "acme");
            form.send();
            String first = admin.page().getUrl().getPath();

            form.send();

            assertThat(admin.page().getUrl().getPath()).isEqualTo(first);
            assertThat(admin.text()).contains("The tenant is created.");
        }
    }

    @Test
    void aRefusalKeepsTheFormAndNamesThePersonWhoMustAct() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            admin.open("tenants")
                    .form("create")
                    .type("name", "acme")
                    .type("displayName", "Another")
                    .send();

            assertThat(admin.status()).isEqualTo(409);
            assertThat(admin.text())
                    .contains("The present state does not allow the change")
                    .contains("It is for ");
            assertThat(admin.page().getHtmlElementById("create-displayName").getAttribute("value"))
                    .isEqualTo("Another");
            assertThat(admin.page().getElementById("refused").getAttribute("tabindex"))
                    .isEqualTo("-1");
        }
    }

    @Test
    void aTenantIsSuspendedResumedAndPurgedByItsName() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            admin.form("suspend").send();
            assertThat(admin.text()).contains("The tenant is suspended.").contains("SUSPENDED");

            admin.form("resume").send();
            assertThat(admin.text()).contains("ACTIVE");

            admin.form("drain").send();

            admin.form("purge")
                    .type("typed", "acme")
                    .type("confirmation", "a guess")
                    .send();
            assertThat(admin.status()).isEqualTo(400);
            assertThat(admin.text()).contains("the password is not yours").contains("DRAINING");

            admin.form("purge")
                    .type("typed", "acme")
                    .type("confirmation", ConsoleServer.PASSWORD)
                    .send();
            assertThat(admin.text()).contains("The tenant is purged.").contains("DELETED");
        }
    }

    @Test
    void aPasswordGivenAgainCountsForTheNextFinalChange() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            admin.form("drain").send();
            admin.form("purge")
                    .type("typed", "other")
                    .type("confirmation", ConsoleServer.PASSWORD)
                    .send();
            assertThat(admin.status()).isEqualTo(400);
            assertThat(admin.page().getElementById("purge-confirmation")).isNull();

            admin.form("purge").type("typed", "acme").send();

            assertThat(admin.text()).contains("The tenant is purged.");
        }
    }

    @Test
    void anOldPageChangesNothing() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            Visit.Filling old = admin.form("suspend");
            Visit.Filling drain = admin.form("drain");
            old.send();

            drain.send();

            assertThat(admin.status()).isEqualTo(412);
            assertThat(admin.text()).contains("Another change came first").contains("SUSPENDED");
        }
    }

    @Test
    void usersAreAddedWithRolesLockedAndRemoved() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", createAcme(admin))) {
            boss.follow("Users")
                    .form("add")
                    .type("login", "olga")
                    .choose("roles", "TENANT_OPERATOR")
                    .send();
            assertThat(boss.text()).contains("The user is added.").contains("Password of acme/olga");
            String password = boss.secret();
            try (Visit olga = Visit.as(server, "acme/olga", password)) {
                assertThat(olga.text()).contains("Overview of acme");
            }

            boss.form("assign-role").choose("role", "TENANT_AUDITOR").send();
            assertThat(boss.text()).contains("The role is assigned.");
            boss.form("revoke-role").choose("role", "TENANT_OPERATOR").send();
            assertThat(boss.text()).contains("The role is revoked.");
            boss.form("password").send();
            assertThat(boss.secret()).isNotEqualTo(password);
            boss.form("lock").send();
            assertThat(boss.text()).contains("LOCKED");
            boss.form("unlock").send();
            assertThat(boss.text()).contains("ACTIVE");

            boss.form("remove").type("typed", "olg").send();
            assertThat(boss.status()).isEqualTo(400);
            boss.form("remove").type("typed", "olga").send();
            assertThat(boss.text()).contains("REVOKED");
        }
    }

    @Test
    void theDefaultAdministratorGetsAnotherPassword() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            admin.form("reset-administrator").send();

            try (Visit boss = Visit.as(server, "acme/boss", admin.secret())) {
                assertThat(boss.text()).contains("Overview of acme");
            }
        }
    }

    @Test
    void theInstallationAssignsADefaultAdministratorWithoutAListOfUsers() throws Exception {
        FurnishedBus.tenant(server, "acme", "Acme");
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open("tenants").follow("acme").follow("Users");
            assertThat(admin.status()).isEqualTo(200);
            assertThat(admin.text()).contains("may not listUsers");

            admin.form("assign-default").type("login", "olga").send();
            assertThat(admin.text()).contains("The tenant has another default administrator.");
        }
    }

    @Test
    void quotasAreShownWithTheirUseAndChanged() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            createAcme(admin);
            admin.follow("Quotas");
            assertThat(admin.text()).contains("1 of 10");

            admin.follow("USERS")
                    .form("change")
                    .type("hard", "20")
                    .type("soft", "15")
                    .send();
            assertThat(admin.text()).contains("The quota is changed.").contains("1 of 20");

            admin.follow("USERS").form("change").type("hard", "0").send();
            assertThat(admin.status()).isEqualTo(400);
        }
    }

    @Test
    void contingentsAreGrantedToRolesAndUsers() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                Visit boss = Visit.as(server, "acme/boss", createAcme(admin))) {
            boss.follow("Quotas");
            boss.form("grant-contingent")
                    .choose("resource", "SERVICE_ASSEMBLIES")
                    .choose("grantee", "TENANT_OPERATOR")
                    .type("amount", "3")
                    .send();
            assertThat(boss.text()).contains("The contingent is granted.").contains("0 of 3");

            boss.open(contingentLink(boss)).form("change").type("amount", "4").send();
            assertThat(boss.text()).contains("0 of 4");
            boss.open(contingentLink(boss)).form("revoke").send();
            assertThat(boss.text()).contains("No contingent is granted.");
        }
    }

    private static String contingentLink(Visit visit) {
        return visit.page()
                .<HtmlAnchor>getFirstByXPath("//*[@id='contingents']//tbody//a")
                .getHrefAttribute()
                .substring("/bus/".length());
    }

    @Test
    void usersOfTheInstallationAreAddedAndRemoved() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.follow("System users");
            admin.form("add").type("login", "sre").choose("roles", "SRE").send();
            assertThat(admin.text()).contains("The user is added.");
            try (Visit sre = Visit.as(server, "sre", admin.secret())) {
                assertThat(sre.text()).contains("Overview");
            }
            admin.form("lock").send();
            assertThat(admin.text()).contains("LOCKED");
            admin.form("remove").type("typed", "sre").send();
            assertThat(admin.text()).contains("REVOKED");
        }
    }

    @Test
    void theOwnPasswordIsChanged() throws Exception {
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open("me");
            admin.form("password")
                    .type("current", ConsoleServer.PASSWORD)
                    .type("changed", "another long password")
                    .type("again", "another long one")
                    .send();
            assertThat(admin.text()).contains("the new password and its repetition differ");

            admin.form("password")
                    .type("current", ConsoleServer.PASSWORD)
                    .type("changed", "another long password")
                    .type("again", "another long password")
                    .send();
            assertThat(admin.path()).endsWith("/login");
            assertThat(admin.text()).contains("Your password is changed. Log in with the new one.");
            admin.open("me");
            assertThat(admin.path()).endsWith("/login");
        }
        try (Visit admin = Visit.as(server, "admin", "another long password")) {
            assertThat(admin.text()).contains("Overview");
        }
    }

    @Test
    void aLongListHasPagesAndASearch() throws Exception {
        server.services.bus.manyTenants("many", 120);
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open("tenants");
            assertThat(admin.text())
                    .contains("1 to 50 of 120")
                    .contains("many-10049")
                    .doesNotContain("many-10050");
            admin.follow("Next page").follow("Next page");
            assertThat(admin.text()).contains("101 to 120 of 120").doesNotContain("Next page");
            admin.follow("Previous page");
            assertThat(admin.text()).contains("51 to 100 of 120");

            admin.open("tenants?contains=1011");
            assertThat(admin.text()).contains("Tenants: 10").doesNotContain("Next page");
            admin.open("tenants?contains=nothing");
            assertThat(admin.text()).contains("Nothing matches.");
        }
    }
}
