package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.tenancy.api.TenantId;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audit, nodes, operations, transactions, components, links, batches and services, without scripts. */
class OversightTest {
    @TempDir
    Path data;

    @TempDir
    Path files;

    private ConsoleServer server;
    private TenantId acme;
    private Visit admin;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        acme = FurnishedBus.tenant(server, "acme", "Acme");
        admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
    }

    @AfterEach
    void close() {
        admin.close();
        server.close();
    }

    private Visit boss() throws Exception {
        return Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
    }

    @Test
    void theAuditIsFilteredAndVerified() throws Exception {
        admin.open("tenants/" + acme + "/audit?contains=addUser");
        assertThat(admin.text()).contains("addUser").doesNotContain("deployAssembly");

        admin.form("verify").type("head", head()).send();

        assertThat(admin.text()).contains("The chain is whole");
    }

    private String head() {
        return admin.page()
                .<DomNode>getFirstByXPath("//dt[contains(., 'Head')]/following-sibling::dd/code")
                .getTextContent();
    }

    @Test
    void aTamperedChainIsReported() throws Exception {
        server.services.bus.tamper();
        admin.open("audit").form("verify").send();

        assertThat(admin.text())
                .contains("Somebody has tampered with the audit")
                .contains("It is for SYSTEM_AUDITOR");
    }

    @Test
    void aNodeIsDrainedAndRemoved() throws Exception {
        admin.follow("Nodes").follow("one.example").form("drain").send();
        assertThat(admin.text()).contains("The node drains.").contains("DRAINING");

        admin.form("remove").type("typed", "one.example").send();
        assertThat(admin.text()).contains("the password is not yours").doesNotContain("LEFT");
        admin.form("remove")
                .type("typed", "two.example")
                .type("confirmation", ConsoleServer.PASSWORD)
                .send();
        assertThat(admin.status()).isEqualTo(400);
        admin.form("remove").type("typed", "one.example").send();
        assertThat(admin.text()).contains("The node is removed.").contains("LEFT");
    }

    @Test
    void transactionsInDoubtAreShownWithTheNextStep() throws Exception {
        admin.follow("Transactions");
        assertThat(admin.text()).contains("Branches in doubt: 1").contains("Next step");

        admin.form("recover").send();
        assertThat(admin.text()).contains("Recovery has run.");
    }

    @Test
    void aSettingOfAComponentIsChanged() throws Exception {
        admin.follow("Components").follow("http-bc");
        assertThat(admin.text()).contains("Settings: ");
        HtmlOption key = admin.page().getFirstByXPath("//select[@name='key']/option");

        admin.form("configure")
                .choose("key", key.getValueAttribute())
                .type("value", "7")
                .send();

        assertThat(admin.text()).contains("The setting is changed.");
    }

    @Test
    void aLinkIsCreatedAndRemoved() throws Exception {
        admin.follow("Links");
        assertThat(admin.text()).contains("There is no link.");
        admin.form("create")
                .type("tenant", acme.toString())
                .type("service", "{urn:acme}Orders")
                .type("endpoint", "soap")
                .type("component", "plain")
                .send();
        assertThat(admin.text()).contains("The link is created.").contains("Links: 1");

        admin.follow("{urn:acme}Orders").form("remove").send();
        assertThat(admin.text()).contains("The link is removed.").contains("There is no link.");
    }

    @Test
    void aBatchIsPlannedAndRun() throws Exception {
        String text = "<batch xmlns='urn:esbmt:batch:1'><createTenant name='globex' displayName='Globex'"
                + " login='boss' password='a very long password'/></batch>";
        admin.follow("Batch");
        admin.form("batch").type("batch", "<nonsense/>").send();
        assertThat(admin.status()).isEqualTo(400);
        assertThat(admin.page().getHtmlElementById("batch-batch").getTextContent())
                .isEqualTo("<nonsense/>");

        admin.form("batch").type("batch", text).send();
        assertThat(admin.text()).contains("Nothing was changed.").contains("createTenant");
        admin.open("tenants");
        assertThat(admin.text()).doesNotContain("globex");

        admin.open("batch")
                .form("batch")
                .type("batch", text)
                .choose("mode", "run")
                .send();
        assertThat(admin.text()).contains("The batch is done.");
        admin.open("tenants");
        assertThat(admin.text()).contains("globex");
    }

    @Test
    void aFileThatNoStepOfABatchNamesIsRefused() throws Exception {
        String text = "<batch xmlns='urn:esbmt:batch:1'><createTenant name='globex' displayName='Globex'"
                + " login='boss' password='a very long password'/></batch>";
        Path file = Files.write(files.resolve("orders.zip"), new byte[] {1});
        admin.open("batch")
                .form("batch")
                .type("batch", text)
                .attach("archives", file.toFile())
                .choose("mode", "run")
                .send();
        assertThat(admin.status()).isEqualTo(400);
        assertThat(admin.text()).contains("no step names the archive 'orders.zip'");
        admin.open("tenants");
        assertThat(admin.text()).doesNotContain("globex");
    }

    @Test
    void anOperationShowsItsOutcome() throws Exception {
        UUID id = UUID.randomUUID();
        server.services.bus.execute(
                new Administrator("acme/boss", "test").asking(id), new StopAssembly(acme, "orders"));
        try (Visit boss = boss()) {
            boss.open("operations/" + id);

            assertThat(boss.status()).isEqualTo(200);
            assertThat(boss.text())
                    .contains(id.toString())
                    .contains("acme/boss")
                    .contains("Kind");
        }
    }

    @Test
    void theStreamOfAnOperationEndsWithIt() throws Exception {
        UUID id = UUID.randomUUID();
        server.services.bus.execute(
                new Administrator("acme/boss", "test").asking(id), new StopAssembly(acme, "orders"));
        FurnishedBus.tenant(server, "globex", "Globex");
        try (Visit boss = boss();
                Visit other = Visit.as(server, "globex/boss", FurnishedBus.PASSWORD)) {
            assertThat(content(boss, "operations/" + id + "/events")).isEqualTo("{\"running\":false}");
            assertThat(content(boss, "operations/events")).isEqualTo("{\"running\":false}");
            other.client.addRequestHeader("Accept", "text/event-stream");
            assertThat(other.statusOf("operations/" + id + "/events")).isEqualTo(404);
        }
    }

    @Test
    void anUnknownOperationIsARefusal() throws Exception {
        admin.open("operations/00000000-0000-4000-8000-000000000000");

        assertThat(admin.status()).isEqualTo(404);
        assertThat(admin.text()).contains("No change was made under this identifier");
    }

    @Test
    void aServiceIsRegisteredAndGetsAPolicy() throws Exception {
        File wsdl = Files.writeString(
                        files.resolve("stock.wsdl"), "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>")
                .toFile();
        File policy = Files.writeString(files.resolve("policy.xml"), "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>")
                .toFile();
        try (Visit boss = boss()) {
            boss.follow("Services");
            boss.form("register")
                    .type("name", "{urn:acme}Stock")
                    .attach("wsdl", wsdl)
                    .send();
            assertThat(boss.text()).contains("The service is registered.");
            boss.form("attach-policy")
                    .type("policy", "signed")
                    .attach("document", policy)
                    .send();
            assertThat(boss.text()).contains("The policy is attached.");
            boss.form("detach-policy").choose("policy", "signed").send();
            assertThat(boss.text()).contains("The policy is detached.");
            boss.form("unregister").type("typed", "Stock").send();
            assertThat(boss.text()).contains("The service is unregistered.");

            boss.open("tenants/" + acme + "/endpoints");
            assertThat(boss.text()).contains("orders").contains("/tenant-services/");
        }
    }

    @Test
    void trafficIsShownByTenantAndByEndpoint() throws Exception {
        admin.follow("Traffic");
        assertThat(admin.text()).contains("Tenants with messages: 1").contains("Messages per second");
        admin.follow("acme");
        assertThat(admin.text())
                .contains("Traffic of acme")
                .contains("/tenant-services/" + acme + "/Orders/in")
                .contains("120");
        admin.open("traffic?span=DAY");
        assertThat(admin.text()).contains("The last day");
        assertThat(content(admin, "traffic/points/latency"))
                .startsWith("[[")
                .contains("null")
                .contains("1.");
        assertThat(content(admin, "traffic/events"))
                .startsWith("{\"messages\":[[")
                .contains("\"latency\":");
        assertThat(admin.client
                        .getPage(admin.address("traffic/points/other"))
                        .getWebResponse()
                        .getStatusCode())
                .isEqualTo(404);
    }

    private static String content(Visit visit, String address) throws Exception {
        return visit.client.getPage(visit.address(address)).getWebResponse().getContentAsString();
    }

    @Test
    void theTrafficOfOthersIsRefusedAsPageAsPointsAndAsStream() throws Exception {
        TenantId globex = FurnishedBus.tenant(server, "globex", "Globex");
        try (Visit boss = boss()) {
            boss.open("tenants/" + acme + "/traffic");
            assertThat(boss.text()).contains("Orders/in");
            for (String page : new String[] {"traffic", "tenants/" + globex + "/traffic"}) {
                for (String address : new String[] {page, page + "/points/messages", page + "/events"}) {
                    boss.client.removeRequestHeader("Accept");
                    boss.open(address);
                    assertThat(boss.status()).as(address).isEqualTo(403);
                }
                boss.client.addRequestHeader("Accept", "text/event-stream");
                assertThat(boss.client
                                .getPage(boss.address(page + "/events"))
                                .getWebResponse()
                                .getStatusCode())
                        .as(page)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void theOverviewCountsTenantsAndChanges() throws Exception {
        admin.open("");
        assertThat(admin.text()).contains("Tenants by state").contains("Changes of the nodes in the last hour");
        assertThat(admin.client
                        .getPage(admin.address("changes"))
                        .getWebResponse()
                        .getContentAsString())
                .startsWith("[[");
    }
}
