package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.soap.internal.Envelope.include;

import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives beside the envelope, both ways. */
class ArchivesOverSoapTest {
    private static final String ASSEMBLIES = "ServiceAssemblyManager";

    @TempDir
    Path data;

    private SoapBus bus;
    private String acme;

    @BeforeEach
    void start() throws Exception {
        bus = new SoapBus(data);
        acme = bus.tenant("acme");
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    private Envelope deploy(String archive) {
        return Envelope.of("deployAssembly")
                .with("tenantId", acme)
                .raw("<archive>" + archive + "</archive>")
                .as("acme/boss", SoapBus.PASSWORD);
    }

    private SoapAnswer send(Envelope.Multipart message) throws Exception {
        return bus.post(ASSEMBLIES, message.contentType(), message.bytes());
    }

    @Test
    void anArchiveIsDeployedFromAPart() throws Exception {
        SoapAnswer answer = send(deploy(include("cid:archive@test")).multipart().part("archive@test", "orders"));

        assertThat(answer.succeeds().text("name")).isEqualTo("orders");
        assertThat(answer.contentType()).startsWith("text/xml");
    }

    @Test
    void theFindingsOfAnArchiveAreData() throws Exception {
        SoapAnswer answer = send(deploy(include("cid:archive@test")).multipart().part("archive@test", "PK"))
                .refuses("INVALID", "timeout must be a number");

        assertThat(answer.texts("file")).containsExactly("orders-http.zip!/xbean.xml");
        assertThat(answer.texts("line")).containsExactly("2");
        assertThat(answer.texts("rule")).containsExactly("http.value", "archive.missing");
        assertThat(answer.texts("field")).isEmpty();
    }

    @Test
    void aMessageOfSoap12HasPartsToo() throws Exception {
        SoapAnswer answer =
                send(deploy(include("cid:archive@test")).soap12().multipart().part("archive@test", "orders"));

        assertThat(answer.succeeds().text("name")).isEqualTo("orders");
    }

    @Test
    void aSmallArchiveMayBeInTheEnvelope() throws Exception {
        String inline = Base64.getEncoder().encodeToString("orders".getBytes(UTF_8));

        assertThat(bus.send(ASSEMBLIES, deploy(inline)).succeeds().text("name")).isEqualTo("orders");
    }

    @Test
    void anArchiveComesBackAsAPart() throws Exception {
        bus.send(ASSEMBLIES, deploy(Base64.getEncoder().encodeToString("orders".getBytes(UTF_8))))
                .succeeds();

        SoapAnswer answer = bus.send(
                        ASSEMBLIES,
                        Envelope.of("exportAssembly")
                                .with("tenantId", acme)
                                .with("assembly", "orders")
                                .as("acme/boss", SoapBus.PASSWORD))
                .succeeds();

        assertThat(answer.contentType()).startsWith("multipart/related").contains("application/xop+xml");
        assertThat(new String(answer.bytes(), ISO_8859_1))
                .contains("\r\n\r\nORIGINAL of orders\r\n--")
                .contains("href=\"cid:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/hostname",
                "http://127.0.0.1:1/archive",
                "https://elsewhere.example/archive",
                "jar:file:///etc/hostname!/x",
                "cid:other@test",
                "cid:%zz",
                "",
                "archive@test"
            })
    void aReferenceLeadsToAPartOfTheMessageOnly(String href) throws Exception {
        send(deploy(include(href)).multipart().part("archive@test", "orders")).refuses("INVALID", "");
        bus.send(ASSEMBLIES, deploy(include(href))).refuses("INVALID", "");
    }

    @Test
    void eachPartIsReferredToOnce() throws Exception {
        send(deploy(include("cid:a@test")).multipart().part("a@test", "orders").part("b@test", "invoices"))
                .refuses("INVALID", "does not refer to");
        send(deploy(include("cid:a@test")).multipart().part("a@test", "orders").part("a@test", "invoices"))
                .refuses("INVALID", "same Content-ID");
        send(deploy(include("cid:a@test") + include("cid:a@test")).multipart().part("a@test", "orders"))
                .refuses("INVALID", "one Include");
    }

    @Test
    void aMessageHasAFewParts() throws Exception {
        Envelope.Multipart message = deploy(include("cid:0@test")).multipart();
        for (int i = 0; i < 6; i++) {
            message.part(i + "@test", "orders");
        }
        send(message).refuses("INVALID", "");
        Envelope.Multipart long1 =
                deploy(include("cid:0@test")).multipart().part("0@test", "orders", "X-Long: " + "x".repeat(5_000));
        send(long1).refuses("INVALID", "");
    }

    @Test
    void anArchiveThatBreaksOffIsNotDeployed() throws Exception {
        Envelope.Multipart message =
                deploy(include("cid:archive@test")).multipart().part("archive@test", "orders");
        int before = bus.published.bus.deployer.assemblies().size();

        bus.post(ASSEMBLIES, message.contentType(), message.open().getBytes(ISO_8859_1))
                .refuses("INVALID", "");

        assertThat(bus.published.bus.deployer.assemblies()).hasSize(before);
    }

    @Test
    void aRefusedMessageLeavesNoFile() throws Exception {
        String large = "x".repeat(3_000_000);
        send(deploy(include("cid:a@test")).multipart().part("a@test", large));
        send(deploy(include("cid:other@test")).multipart().part("a@test", large))
                .refuses("INVALID", "");
        send(deploy(include("file:///x")).multipart().part("a@test", large).part("b@test", large))
                .refuses("INVALID", "");

        assertThat(data.resolve("parts")).isEmptyDirectory();
    }

    @Test
    void aBatchHasTheArchivesThatItsStepsName() throws Exception {
        String orders = Base64.getEncoder().encodeToString("orders".getBytes(UTF_8));
        String names = "<archiveNames>a.zip</archiveNames><archiveNames>%s</archiveNames>";
        for (Map.Entry<String, String> wrong : Map.of(
                        "b.zip", "no step names the archive 'b.zip'", "a.zip", "two archives are called 'a.zip'")
                .entrySet()) {
            Envelope batch = Envelope.of("submitBatch")
                    .with(
                            "batch",
                            "<batch xmlns='urn:esbmt:batch:1'><deploy tenant='" + acme + "' archive='a.zip'/></batch>")
                    .raw(names.formatted(wrong.getKey()))
                    .raw("<archives>" + orders + "</archives>")
                    .raw("<archives>" + orders + "</archives>")
                    .as("acme/boss", SoapBus.PASSWORD);
            bus.send("ConfigurationRegistryManager", batch).refuses("INVALID", wrong.getValue());
        }
        assertThat(bus.published.bus.deployer.assemblies()).isEmpty();
    }

    @Test
    void nobodyUploadsWithoutACredential() throws Exception {
        Envelope.Multipart message = Envelope.of("deployAssembly")
                .with("tenantId", acme)
                .raw("<archive>" + include("cid:a@test") + "</archive>")
                .multipart()
                .part("a@test", "orders");

        send(message).refuses("NOT_AUTHENTICATED", "");
    }
}
