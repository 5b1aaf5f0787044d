package org.esbmt.administration.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.administration.soap.internal.contract.SchemaDocument;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each operation is called by a message of the schema, and answers with one. */
class EveryOperationTest {
    /** Refusals by the state of the bus. Each shows that the request was read, and its operation called. */
    private static final Set<String> BY_STATE = Set.of("NOT_FOUND", "CONFLICT", "FORBIDDEN", "UNAVAILABLE", "EXCEEDED");

    private static Schema schema;

    @TempDir
    Path data;

    static Stream<Arguments> operations() {
        return Arrays.stream(Manager.values())
                .flatMap(manager -> manager.entries().stream().map(entry -> Arguments.of(manager, entry)));
    }

    @BeforeAll
    static void compileSchema() throws Exception {
        schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(SchemaDocument.generated())));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void anOperationIsCalledByAMessageOfTheSchema(Manager manager, Entry<?> entry) throws Exception {
        try (SoapBus bus = new SoapBus(data)) {
            String tenant = bus.tenant("acme");
            String user = bus.user("acme", tenant, "alice", "TENANT_OPERATOR");
            Envelope request = new Samples(tenant, user).request(entry);
            schema.newValidator().validate(new StreamSource(new StringReader(request.request())));
            int before = bus.published.calls().size();

            SoapAnswer answer = bus.send(manager.serviceName(), request.as("acme/boss", SoapBus.PASSWORD));
            if (isForbidden(answer)) {
                Envelope again = new Samples(tenant, user).request(entry);
                answer = bus.send(manager.serviceName(), again.as("ada", PublishedServices.PASSWORD));
            }

            assertThat(bus.published.calls()).as(answer.body()).hasSizeGreaterThan(before);
            if (answer.status() == 200) {
                if (answer.contentType().startsWith("text/xml")) {
                    schema.newValidator().validate(new DOMSource(answer.payload()));
                }
            } else {
                assertThat(answer.text("reason")).as(answer.body()).isIn(withInvalid(entry));
            }
        }
    }

    private static boolean isForbidden(SoapAnswer answer) {
        return answer.status() != 200 && answer.text("reason").equals(Reason.FORBIDDEN.name());
    }

    /** The samples of these operations are no valid documents or identifiers of things that exist. */
    private static Set<String> withInvalid(Entry<?> entry) {
        Set<String> reasons = new TreeSet<>(BY_STATE);
        if (List.of(
                        "submitBatch",
                        "registerCertificate",
                        "registerUserCertificate",
                        "generateKey",
                        "importPkcs12",
                        "importPem",
                        "keyRequest",
                        "certifyKey",
                        "makeKeyFormer",
                        "setSecret",
                        "removeSecret",
                        "registerPartner",
                        "addIssuer",
                        "setIssuerKeys",
                        "addAuthority",
                        "uploadCrl",
                        "registerService",
                        "updateService",
                        "attachPolicy",
                        "install",
                        "forget",
                        "retire")
                .contains(entry.name())) {
            reasons.add("INVALID");
        }
        return reasons;
    }

    @Test
    void aRefusalIsOneOfTheSchema() throws Exception {
        try (SoapBus bus = new SoapBus(data)) {
            bus.tenant("acme");
            SoapAnswer answer = bus.send(
                    "TenantRegistryManager",
                    Envelope.of("addUser")
                            .with("tenantId", "no identifier")
                            .with("login", "x")
                            .with("password", "short")
                            .with("roles", "TENANT_USER")
                            .as("acme/boss", SoapBus.PASSWORD));

            answer.refuses("INVALID", "tenantId");
            assertThat(answer.texts("field")).containsExactly("tenantId");
            schema.newValidator()
                    .validate(new DOMSource(answer.document()
                            .getElementsByTagNameNS(Envelope.ADM, "refusal")
                            .item(0)));
        }
    }
}
