package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.htmlunit.html.HtmlInput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages from the page of an endpoint, without scripts. */
class MessagesTest {
    @TempDir
    Path data;

    private ConsoleServer server;
    private TenantId acme;
    private Visit boss;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        acme = FurnishedBus.tenant(server, "acme", "Acme");
        server.messages.open();
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
        server.messages.close();
    }

    private Visit.Filling form() throws Exception {
        return boss.follow("Endpoints").follow("in").form("send");
    }

    @Test
    void aMessageGoesOutAsItsSenderAndItsAnswerIsShown() throws Exception {
        server.messages.answering(exchange -> TestMessagePort.answer(exchange, 200, "<a><b>&lt;script></b></a>"));
        form().type("confirmation", FurnishedBus.PASSWORD).send();

        assertThat(boss.text()).contains("The endpoint has answered.", "200", " ms", "<b>&lt;script&gt;</b>");
        assertThat(server.messages.requests()).singleElement().satisfies(request -> {
            assertThat(request.path()).startsWith("/tenant-services/" + acme + "/");
            assertThat(request.body())
                    .contains("<tenantID>" + acme + "</tenantID>")
                    .contains("<password>" + FurnishedBus.PASSWORD + "</password>");
        });
        assertThat(boss.page().asXml()).doesNotContain(FurnishedBus.PASSWORD);
    }

    @Test
    void theFormIsPrefilledFromTheWsdlAndKeepsTheText() throws Exception {
        server.messages.describing(java.nio.file.Files.readString(
                Path.of("../../docs/guide/examples/greeting/src/greeting-http/greeting.wsdl")));
        Visit.Filling form = form();
        assertThat(boss.page().getElementById("send-envelope").getTextContent())
                .contains("<m:greet", "<!-- TenantContext -->");
        assertThat(boss.text()).contains("read -rsp", "https://bus.example/tenant-services/" + acme);

        form.type("envelope", "<a/>")
                .type("confirmation", FurnishedBus.PASSWORD)
                .send();

        assertThat(boss.status()).isEqualTo(400);
        assertThat(boss.text()).contains("the root element is no Envelope");
        assertThat(boss.page().getElementById("send-envelope").getTextContent().strip())
                .isEqualTo("<a/>");
        assertThat(server.messages.requests()).isEmpty();
    }

    @Test
    void aWrongPasswordSendsNothing() throws Exception {
        form().type("confirmation", "a guess").send();

        assertThat(boss.status()).isEqualTo(400);
        assertThat(boss.text()).contains("the password is not yours");
        assertThat(server.messages.requests()).isEmpty();
    }

    @Test
    void thePasswordsOfOthersCannotBeTried() throws Exception {
        form().type(
                        "envelope",
                        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
                                + "<TenantContext xmlns='urn:esbmt:tenant-context:1'><password>guess</password></TenantContext>"
                                + "</s:Header><s:Body/></s:Envelope>")
                .type("confirmation", FurnishedBus.PASSWORD)
                .send();

        assertThat(boss.status()).isEqualTo(400);
        assertThat(boss.text()).contains("has a TenantContext, which the console writes itself");
        assertThat(server.messages.requests()).isEmpty();
    }

    @Test
    void aFaultOfTheBusIsExplained() throws Exception {
        server.messages.answering(exchange -> TestMessagePort.answer(
                exchange,
                500,
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault>"
                        + "<faultstring>No answer.</faultstring><detail><TenantFault xmlns='urn:esbmt:tenant-context:1'>"
                        + "<code>BACKEND_UNAVAILABLE</code><correlationID>abc</correlationID></TenantFault></detail>"
                        + "</s:Fault></s:Body></s:Envelope>"));
        form().type("confirmation", FurnishedBus.PASSWORD).send();

        assertThat(boss.status()).isEqualTo(200);
        assertThat(boss.text())
                .contains("BACKEND_UNAVAILABLE", "abc", "No answer.")
                .contains("The bus did not reach the service behind the endpoint. It is for ");
    }

    @Test
    void aBodyThatIsNoXmlIsShownAsText() throws Exception {
        server.messages.answering(exchange -> TestMessagePort.answer(exchange, 502, "<b>bad gateway"));
        form().type("confirmation", FurnishedBus.PASSWORD).send();

        assertThat(boss.text()).contains("502", "<b>bad gateway", "It is for the owner of the back end");
    }

    @Test
    void anAdministratorOfTheInstallationSendsNothing() throws Exception {
        String address = boss.follow("Endpoints").page().getAnchorByText("in").getHrefAttribute();
        String sent = address.replace("/endpoint?", "/endpoint/send?").substring("/bus/".length());
        try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD)) {
            admin.open(address.substring("/bus/".length()));
            assertThat(admin.text()).contains("It is for a user of the tenant to send one.");
            assertThat(admin.page().getElementById("send")).isNull();
            String token = admin.page()
                    .<HtmlInput>getFirstByXPath("//input[@name='csrf']")
                    .getValue();

            admin.post(
                    sent,
                    "application/x-www-form-urlencoded",
                    "csrf=" + token + "&envelope=x&confirmation=" + ConsoleServer.PASSWORD.replace(" ", "+"),
                    server.origin());

            assertThat(admin.status()).isEqualTo(403);
        }
        assertThat(server.messages.requests()).isEmpty();
    }

    @Test
    void aUserOfAnotherTenantReachesNoEndpoint() throws Exception {
        TenantId globex = FurnishedBus.tenant(server, "globex", "Globex");
        String address = boss.follow("Endpoints").page().getAnchorByText("in").getHrefAttribute();
        String foreign = address.substring("/bus/".length()).replace("/endpoint?", "/endpoint/send?");
        try (Visit other = Visit.as(server, "globex/boss", FurnishedBus.PASSWORD)) {
            String token = other.page()
                    .<HtmlInput>getFirstByXPath("//input[@name='csrf']")
                    .getValue();
            for (String path : new String[] {
                foreign,
                foreign.replace(acme.toString(), globex.toString()).replace("assembly=orders", "assembly=other")
            }) {
                int status = other.post(
                        path,
                        "application/x-www-form-urlencoded",
                        "csrf=" + token + "&envelope=x&confirmation=" + FurnishedBus.PASSWORD.replace(" ", "+"),
                        server.origin());
                assertThat(status).isIn(403, 404);
            }
        }
        assertThat(server.messages.requests()).isEmpty();
    }

    @Test
    void aSecondMessageWaitsForTheFirst() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        server.messages.answering(exchange -> {
            arrived.countDown();
            await(gate);
            TestMessagePort.answer(exchange, 200, "<late/>");
        });
        server.services.bus.execute(
                new Administrator("acme/boss", "test"),
                new AddUser(
                        acme, "carl", TestBus.password("carl has a password"), java.util.Set.of(Role.TENANT_ADMIN)));
        Thread first = new Thread(() -> {
            try {
                form().type("confirmation", FurnishedBus.PASSWORD).send();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        first.start();
        assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
        try (Visit again = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD)) {
            again.follow("Endpoints")
                    .follow("in")
                    .form("send")
                    .type("confirmation", FurnishedBus.PASSWORD)
                    .send();
            assertThat(again.status()).isEqualTo(503);
            assertThat(again.text()).contains("Another message is under way");
        } finally {
            gate.countDown();
            first.join(60_000);
        }
        assertThat(boss.text()).contains("<late/>");
        assertThat(server.messages.requests()).hasSize(1);
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aClosedPortIsSaid() throws Exception {
        server.messages.close();
        try (ConsoleServer closed = new ConsoleServer(data.resolve("other"))) {
            FurnishedBus.tenant(closed, "acme", "Acme");
            try (Visit visit = Visit.as(closed, "acme/boss", FurnishedBus.PASSWORD)) {
                visit.follow("Endpoints").follow("in");
                assertThat(visit.text()).contains("The port of messages is closed on this node.");
            }
        }
    }
}
