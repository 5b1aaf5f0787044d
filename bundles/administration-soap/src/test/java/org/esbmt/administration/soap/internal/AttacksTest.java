package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.soap.internal.Envelope.include;
import static org.esbmt.administration.soap.internal.Envelope.security;
import static org.esbmt.administration.soap.internal.Envelope.token;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile messages change nothing, reveal nothing and cost little. Each has the right password. */
@Timeout(60)
class AttacksTest {
    private static final String TENANTS = "TenantRegistryManager";
    private static final String RIGHT = security(token("ada", PublishedServices.PASSWORD));

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

    private Envelope find(String tenant) {
        return Envelope.of("findTenant").raw("<tenant>" + tenant + "</tenant>").header(RIGHT);
    }

    private SoapAnswer post(String message) throws Exception {
        return bus.post(TENANTS, "text/xml", message.getBytes(UTF_8));
    }

    private void isRefused(String message) throws Exception {
        int before = bus.published.calls().size();
        SoapAnswer answer = post(message);

        assertThat(answer.text("reason")).as(answer.body()).isIn("INVALID", "NOT_AUTHENTICATED");
        assertThat(answer.body()).doesNotContain("Exception", "row,col", "wstx", "cxf");
        assertThat(bus.published.calls()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE x>",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>",
                "<!DOCTYPE x SYSTEM 'http://127.0.0.1:1/x.dtd'>",
                "<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/p'>%p;]>",
                "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
                        + "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY e '&c;&c;&c;&c;&c;&c;&c;&c;'>]>",
                "<?xml-stylesheet href='http://127.0.0.1:1/x'?>"
            })
    void documentTypesAndInstructionsAreRefused(String prolog) throws Exception {
        isRefused(prolog + find("&e;").text());
        isRefused(prolog + find("acme").text());
    }

    @Test
    void anEntityWithoutDocumentTypeIsRefused() throws Exception {
        isRefused(find("&e;").text());
    }

    @Test
    void nothingIsFetchedForAnIncludeOrALocation() throws Exception {
        AtomicInteger fetched = new AtomicInteger();
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            fetched.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        elsewhere.start();
        try {
            String url = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/x";
            isRefused(find("<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='" + url + "'/>")
                    .text());
            isRefused(
                    find("<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///etc/hostname' parse='text'/>")
                            .text());
            isRefused(find(include(url)).text());
            isRefused(Envelope.of("findTenant")
                    .raw("<tenant xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:x "
                            + url + "'>acme</tenant>")
                    .header(RIGHT)
                    .text());
            isRefused("<!DOCTYPE x SYSTEM '" + url + "'>" + find("acme").text());
            SoapAnswer archive = bus.send(
                    "ServiceAssemblyManager",
                    Envelope.of("deployAssembly")
                            .with("tenantId", acme)
                            .raw("<archive>" + include(url) + "</archive>")
                            .as("acme/boss", SoapBus.PASSWORD));
            archive.refuses("INVALID", "cid:");
        } finally {
            elsewhere.stop(0);
        }
        assertThat(fetched).hasValue(0);
    }

    @Test
    void deepAndWideMessagesAreRefused() throws Exception {
        String message = find("acme").text();
        isRefused(find("<a>".repeat(5_000) + "</a>".repeat(5_000)).text());
        isRefused(message.replace("</soap:Header>", "<a>".repeat(30) + "</a>".repeat(30) + "</soap:Header>"));
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            attributes.append(" a").append(i).append("='x'");
        }
        isRefused(message.replace("<soap:Body", "<soap:Body" + attributes));
        isRefused(message.replace("<soap:Body", "<soap:Body a='" + "x".repeat(9_000) + "'"));
        isRefused(find("<a/>".repeat(50_000)).text());
        isRefused(Envelope.of("submitBatch")
                .header(RIGHT)
                .raw("<archiveNames>x</archiveNames>".repeat(1_100))
                .text());
    }

    /** The beginning is gathered for everybody, so it is small. */
    @Test
    void aLargeHeaderIsRefusedBeforeItIsRead() throws Exception {
        String message = find("acme").text();
        for (String large : new String[] {
            message.replace("</soap:Header>", "<a/>".repeat(50_000) + "</soap:Header>"),
            message.replace("<soap:Body", "<soap:Body a='" + "x".repeat(100_000) + "'"),
            message.replace("<soap:Header>", "<soap:Header>" + "<!-- x -->".repeat(10_000))
        }) {
            SoapAnswer refused = post(large);
            assertThat(refused.status()).isEqualTo(500);
            refused.refuses("INVALID", "more than 32768 bytes before its Body");
            assertThat(refused.body()).contains("<who>you to send a shorter header</who>");
            SoapAnswer of12 = bus.post(
                    TENANTS,
                    "application/soap+xml",
                    large.replace(Envelope.SOAP_11, Envelope.SOAP_12).getBytes(UTF_8));
            assertThat(of12.status()).isEqualTo(400);
            assertThat(of12.body()).contains("<soap:Fault", Envelope.SOAP_12, "Sender", "more than 32768 bytes");
        }
    }

    /** The data port refuses XML 1.1, too. */
    @Test
    void anotherVersionOfXmlIsRefused() throws Exception {
        for (String version : new String[] {"1.1", "1.2", "2.0"}) {
            isRefused("<?xml version='" + version + "' encoding='UTF-8'?>"
                    + find("acme").text());
        }
        assertThat(post("<?xml version='1.0' encoding='UTF-8'?>" + find("acme").text())
                        .status())
                .isEqualTo(200);
    }

    /** Names of SOAP in comments, sections and values do not move the beginning of the Body. */
    @Test
    void theBeginningEndsAtTheBody() throws Exception {
        String decoys =
                "<!-- <soap:Body> --><x:n xmlns:x='urn:x' a='<' b=\"'>\"><x:Body>></x:Body><x:Body/><![CDATA[<soap:Body>]]></x:n>"
                        .replace("a='<' ", "");
        String message = find("acme").text();
        assertThat(post(message.replace("</soap:Header>", decoys + "</soap:Header>"))
                        .status())
                .isEqualTo(200);
        assertThat(post("<!-- <a><soap:Body> -->" + message).status()).isEqualTo(200);
        assertThat(post(message.replace("<soap:Body>", "<soap:Body\t\n>")).status())
                .isEqualTo(200);
    }

    /** Two readers of a multipart message could find two envelopes. */
    @Test
    void aMessageWithTwoEnvelopesIsRefused() throws Exception {
        Envelope.Multipart right = find("acme").multipart();
        String whole = new String(right.bytes(), UTF_8);
        String other = Envelope.of("findTenant").with("tenant", "acme").text();
        String part = whole.substring(0, whole.indexOf("<soap:Envelope"));
        for (String message : new String[] {
            "a preamble\r\n" + whole,
            part + other + "\r\n" + whole,
            part.replace("<root@test>", "<other@test>") + find("acme").text() + "\r\n" + whole,
            whole.replace("\r\n\r\n<soap", "\r\nContent-Transfer-Encoding: base64\r\n\r\n<soap"),
            whole.replace("\r\n\r\n<soap", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<soap"),
            whole.replace("</soap:Header>", "\r\n--part-of-a-test\r\n\r\n</soap:Header>"),
            whole.replace("\r\n", "\n")
        }) {
            SoapAnswer answer = bus.post(TENANTS, right.contentType(), message.getBytes(UTF_8));
            assertThat(answer.text("reason")).as(message).isIn("INVALID", "NOT_AUTHENTICATED");
        }
        bus.post(TENANTS, right.contentType(), whole.getBytes(UTF_8)).succeeds();
    }

    @Test
    void anEnvelopeOfAnotherEncodingIsRefused() throws Exception {
        String message = find("acme").text();
        bus.post(TENANTS, "text/xml", message.getBytes(UTF_16)).refuses("INVALID", "");
        isRefused("<?xml version='1.0' encoding='ISO-8859-1'?>" + message);
    }

    @Test
    void theEnvelopeHasOneForm() throws Exception {
        String message = find("acme").text();
        String request = find("acme").request();
        isRefused(message.replace("</soap:Body>", request + "</soap:Body>"));
        isRefused(message.replace("</soap:Body>", "</soap:Body><soap:Body>" + request + "</soap:Body>"));
        isRefused(message.replace("</soap:Body>", "</soap:Body><x/>"));
        isRefused(message.replace("<soap:Body>", "<soap:Header>" + RIGHT + "</soap:Header><soap:Body>"));
        isRefused(message.replace(request, ""));
        isRefused(message.replace(request, "x" + request));
        isRefused(message + "<x/>");
        isRefused(message + message);
        isRefused(message.substring(0, message.length() - 20));
        isRefused("");
        isRefused("{}");
        isRefused(message.replace("<soap:Body>", "<soap:Other>").replace("</soap:Body>", "</soap:Other>"));
    }

    @Test
    void anEnvelopeOfTheOtherVersionIsAMismatch() throws Exception {
        SoapAnswer answer =
                bus.post(TENANTS, "text/xml", find("acme").soap12().text().getBytes(UTF_8));

        assertThat(answer.refuses("INVALID", "").faultCode()).isEqualTo("soap:VersionMismatch");
        SoapAnswer other =
                bus.post(TENANTS, "application/soap+xml", find("acme").text().getBytes(UTF_8));
        assertThat(other.refuses("INVALID", "").document().getDocumentElement().getNamespaceURI())
                .isEqualTo(Envelope.SOAP_12);
    }

    /** Wrapped messages: the right header or body at a place where a careless reader looks for it. */
    @Test
    void aCredentialCountsAtItsPlaceOnly() throws Exception {
        String without = Envelope.of("findTenant").with("tenant", "acme").text();
        isRefused(without.replace(
                "</soap:Header>", "<x:w xmlns:x='urn:x'><soap:Header>" + RIGHT + "</soap:Header></x:w></soap:Header>"));
        isRefused(without.replace("</soap:Header>", "<x:w xmlns:x='urn:x'>" + RIGHT + "</x:w></soap:Header>"));
        isRefused(without.replace("<tenant>", RIGHT + "<tenant>"));
        isRefused(without.replace("</soap:Envelope>", "<soap:Header>" + RIGHT + "</soap:Header></soap:Envelope>"));
    }

    @Test
    void aSignatureIsNoCredential() throws Exception {
        String signature =
                "<ds:Signature xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><ds:SignedInfo><ds:CanonicalizationMethod"
                        + " Algorithm='http://www.w3.org/2001/10/xml-exc-c14n#'/><ds:SignatureMethod"
                        + " Algorithm='http://www.w3.org/2000/09/xmldsig#hmac-sha1'/><ds:Reference URI='#body'>"
                        + "<ds:Transforms><ds:Transform Algorithm='http://www.w3.org/TR/1999/REC-xslt-19991116'/>"
                        + "</ds:Transforms><ds:DigestMethod Algorithm='http://www.w3.org/2000/09/xmldsig#sha1'/>"
                        + "<ds:DigestValue>x</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>x"
                        + "</ds:SignatureValue></ds:Signature>";
        String without = Envelope.of("findTenant").with("tenant", "acme").text();

        isRefused(without.replace("</soap:Header>", security(signature) + "</soap:Header>"));
        isRefused(without.replace(
                "</soap:Header>", security(token("ada", PublishedServices.PASSWORD) + signature) + "</soap:Header>"));
    }

    @Test
    void theIdentifierOfAnotherTenantIsRefusedOnEveryManager() throws Exception {
        String globex = bus.tenant("globex");
        for (String[] call : new String[][] {
            {"TenantRegistryManager", "listUsers"},
            {"TenantRegistryManager", "listContacts"},
            {"ConfigurationRegistryManager", "listQuotas"},
            {"ConfigurationRegistryManager", "listContingents"},
            {"ConfigurationRegistryManager", "verifyAudit"},
            {"ServiceRegistryManager", "findServices"},
            {"ServiceRegistryManager", "listEndpoints"},
            {"ServiceAssemblyManager", "listAssemblies"}
        }) {
            bus.send(call[0], Envelope.of(call[1]).with("tenantId", acme).as("acme/boss", SoapBus.PASSWORD))
                    .succeeds();
            SoapAnswer answer = bus.send(
                    call[0], Envelope.of(call[1]).with("tenantId", globex).as("acme/boss", SoapBus.PASSWORD));
            answer.refuses("FORBIDDEN", "");
            assertThat(answer.body()).as(call[1]).doesNotContain("Globex");
        }
    }

    @Test
    void aHugeMessageIsRefusedBeforeItIsRead() throws Exception {
        byte[] huge = new byte[9 << 20];
        bus.post(TENANTS, "text/xml", huge).is(413);
    }

    @Test
    void aHugeRootOfAMultipartMessageIsRefused() throws Exception {
        Envelope.Multipart message = find("x".repeat(9 << 20)).multipart();

        bus.post(TENANTS, message.contentType(), message.bytes()).refuses("INVALID", "too large");
    }

    @Test
    void aHugePartIsRefused() throws Exception {
        Envelope.Multipart message = Envelope.of("deployAssembly")
                .with("tenantId", acme)
                .raw("<archive>" + include("cid:a@test") + "</archive>")
                .as("acme/boss", SoapBus.PASSWORD)
                .multipart()
                .part("a@test", "x".repeat((32 << 20) + 10));

        bus.post("ServiceAssemblyManager", message.contentType(), message.bytes())
                .refuses("INVALID", "too large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/related; boundary=b",
                "multipart/related; type=\"text/xml\"; start-info=\"text/xml\"; boundary=b",
                "multipart/related; type=\"application/xop+xml\"; boundary=b",
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"",
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b; boundary=c",
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=\"b\\\"; x=y\"",
                "multipart/mixed; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b"
            })
    void otherMultipartMessagesAreRefused(String contentType) throws Exception {
        bus.post(TENANTS, contentType, new byte[0]).is(415);
        bus.post(TENANTS, contentType, find("acme").text().getBytes(UTF_8)).is(415);
    }

    @Test
    void aMultipartMessageWithoutPartsIsRefused() throws Exception {
        String type = "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b";
        for (String body : new String[] {"x", "--b", "--b--", "--b\r\n\r\n\r\n--b--", "--c\r\n\r\nx\r\n--c--"}) {
            bus.post(TENANTS, type, body.getBytes(UTF_8)).refuses("INVALID", "");
        }
    }

    @Test
    void loginsAreNotALogEntryOfTheirOwn() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            bus.send(TENANTS, Envelope.of("whoAmI").as("ada\n2026 ERROR the bus is on fire", "x"));
            assertThat(log.linesWith("2026 ERROR the bus is on fire")).allMatch(line -> !line.startsWith("2026"));
        }
    }

    @Test
    void manyRefusedMessagesCostLittle() throws Exception {
        long begun = System.nanoTime();
        String bomb = find("<a>".repeat(100_000)).text();
        for (int i = 0; i < 20; i++) {
            isRefused(bomb);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(45));
    }
}
