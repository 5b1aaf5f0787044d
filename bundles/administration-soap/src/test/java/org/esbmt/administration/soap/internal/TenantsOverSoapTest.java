package org.esbmt.administration.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.UUID;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers of tenants and users. */
class TenantsOverSoapTest {
    private static final String TENANTS = "TenantRegistryManager";

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

    private SoapAnswer ada(Envelope request) throws Exception {
        return bus.send(TENANTS, request.as("ada", PublishedServices.PASSWORD));
    }

    private SoapAnswer boss(Envelope request) throws Exception {
        return bus.send(TENANTS, request.as("acme/boss", SoapBus.PASSWORD));
    }

    @Test
    void aPageHasItsEntriesAndTheTotal() throws Exception {
        bus.tenant("globex");
        SoapAnswer page = ada(Envelope.of("listTenants").with("limit", "1")).succeeds();

        assertThat(page.texts("name")).containsExactly("acme");
        assertThat(page.text("total")).isEqualTo("2");
        assertThat(page.text("totalExact")).isEqualTo("true");
        assertThat(page.contentType()).isEqualTo("text/xml; charset=utf-8");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void bothVersionsOfSoapAreAnsweredInKind() throws Exception {
        SoapAnswer answer =
                ada(Envelope.of("findTenant").with("tenant", "acme").soap12()).succeeds();

        assertThat(answer.text("tenantId")).isEqualTo(acme);
        assertThat(answer.contentType()).startsWith("application/soap+xml");
        assertThat(answer.document().getDocumentElement().getNamespaceURI()).isEqualTo(Envelope.SOAP_12);
    }

    @ParameterizedTest
    @CsvSource({"false, 500", "true, 400"})
    void aFaultNamesReasonAndWhoMustAct(boolean soap12, int status) throws Exception {
        Envelope request = Envelope.of("findTenant").with("tenant", "nowhere");

        SoapAnswer answer = ada(soap12 ? request.soap12() : request);

        answer.is(status).refuses("NOT_FOUND", "nowhere");
        assertThat(answer.texts("operation")).isEmpty();
    }

    @Test
    void theFaultOfAChangeNamesItsOperation() throws Exception {
        String operation = UUID.randomUUID().toString();

        SoapAnswer named = ada(Envelope.of("suspendTenant")
                .with("tenantId", acme)
                .with("operation", operation)
                .with("revision", "77"));
        SoapAnswer unnamed =
                ada(Envelope.of("suspendTenant").with("tenantId", acme).with("revision", "77"));

        assertThat(named.refuses("STALE", "").text("operation")).isEqualTo(operation);
        assertThat(unnamed.refuses("STALE", "").text("operation")).hasSize(36).isNotEqualTo(operation);
    }

    @Test
    void aRepeatedRequestHasTheOutcomeOfTheFirst() throws Exception {
        String operation = UUID.randomUUID().toString();
        Envelope request = Envelope.of("createTenant")
                .with("name", "globex")
                .with("administratorLogin", "boss")
                .with("password", SoapBus.PASSWORD)
                .with("operation", operation)
                .as("ada", PublishedServices.PASSWORD);

        String first = bus.send(TENANTS, request).succeeds().text("tenantId");

        assertThat(bus.send(TENANTS, request).succeeds().text("tenantId")).isEqualTo(first);
    }

    @Test
    void textsOfATenantStayTexts() throws Exception {
        String hostile = "<x/>&]]>\"'\u0009";
        ada(Envelope.of("createTenant")
                        .with("name", "globex")
                        .with("displayName", "Globex & <b>Sons</b>")
                        .with("administratorLogin", "boss")
                        .with("password", SoapBus.PASSWORD))
                .succeeds();

        assertThat(ada(Envelope.of("findTenant").with("tenant", "globex")).text("displayName"))
                .isEqualTo("Globex & <b>Sons</b>");
        assertThat(ada(Envelope.of("findTenant").with("tenant", hostile))
                        .refuses("NOT_FOUND", "")
                        .status())
                .isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<tenant>acme</tenant><tenant>acme</tenant>",
                "<tenant>acme</tenant><unknown>x</unknown>",
                "<tenant xmlns=''>acme</tenant>",
                "<tenant kind='x'>acme</tenant>",
                "<tenant>ac<!-- x -->me</tenant>",
                "<tenant>ac<b/>me</tenant>",
                "text<tenant>acme</tenant>"
            })
    void whatTheSchemaDoesNotHaveIsRefused(String content) throws Exception {
        ada(Envelope.of("findTenant").raw(content)).refuses("INVALID", "");
    }

    @ParameterizedTest
    @CsvSource({
        "offset, one, whole number",
        "limit, 99999999999, whole number",
        "limit, 0, ",
        "state, SLEEPING, ",
    })
    void aValueOfAnotherTypeIsRefusedWithItsField(String word, String value, String part) throws Exception {
        SoapAnswer answer = ada(Envelope.of("listTenants").with(word, value));

        answer.refuses("INVALID", part == null ? "" : part);
    }

    @Test
    void anOperationOfAnotherManagerIsUnknown() throws Exception {
        ada(Envelope.of("listQuotas").with("tenantId", acme)).refuses("INVALID", "has no operation of that name");
    }

    @Test
    void theActionIsTheOneOfTheRequest() throws Exception {
        byte[] request = Envelope.of("whoAmI")
                .as("ada", PublishedServices.PASSWORD)
                .text()
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);

        bus.post(TENANTS, "text/xml", request, "SOAPAction", "\"urn:esbmt:administration:1:whoAmI\"")
                .succeeds();
        bus.post(TENANTS, "text/xml", request, "SOAPAction", "\"\"").succeeds();
        bus.post(TENANTS, "text/xml", request, "SOAPAction", "\"urn:esbmt:administration:1:listTenants\"")
                .refuses("INVALID", "the action");
    }

    @Test
    void aTenantAdministersItself() throws Exception {
        String alice = bus.user("acme", acme, "alice", "TENANT_OPERATOR");

        SoapAnswer locked = boss(Envelope.of("lockUser").with("tenantId", acme).with("userId", alice))
                .succeeds();

        assertThat(locked.text("state")).isEqualTo("LOCKED");
        assertThat(bus.published.lastBy().orElseThrow().adapter()).isEqualTo("soap");
    }

    @Test
    void aFailureOfTheBusTellsNothing() throws Exception {
        bus.published.breakDown("jdbc:postgresql://secret");

        SoapAnswer answer = ada(Envelope.of("whoAmI"));

        assertThat(answer.body()).doesNotContain("secret").doesNotContain("Exception");
    }

    @Test
    void otherContentTypesMethodsAndPathsHaveTheirStatus() throws Exception {
        byte[] request = Envelope.of("whoAmI").text().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        bus.post(TENANTS, "application/json", new byte[0]).is(415);
        bus.post(TENANTS, "text/xml; charset=utf-16", new byte[0]).is(415);
        bus.post("Nobody", "text/xml", new byte[0]).is(404);
        bus.get(TENANTS, "").is(404);
        bus.get(TENANTS, "?wsdl").is(200);
        bus.get(TENANTS, "?xsd").is(200);
        assertThat(bus.send(java.net.http.HttpRequest.newBuilder(java.net.URI.create(bus.url(TENANTS)))
                                .DELETE()
                                .build())
                        .is(405)
                        .header("Allow"))
                .isEqualTo("GET, HEAD, POST");
        assertThat(request).isNotEmpty();
    }
}
