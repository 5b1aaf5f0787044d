package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.http.bc.internal.support.CxfBackEnd;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A back end of CXF that a policy drives takes the requests of the bus, and the bus takes its answers. */
class CxfBackEndTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    private static final String ENVELOPE_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String ENVELOPE_12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final String ENCRYPTED =
            "secure=\"signed-encrypted\" recipient=\"orders\" expect=\"signed-encrypted\" partner=\"orders\"";

    @TempDir
    private static Path folder;

    private static SigningClient acme;
    private static SigningClient acmeDecrypts;
    private static SigningClient partner;

    @BeforeAll
    static void makeKeys() throws Exception {
        acme = new SigningClient(folder, "acme");
        acmeDecrypts = new SigningClient(folder, "acme-decrypts");
        partner = new SigningClient(folder, "partner");
    }

    private static TestBus bus(CxfBackEnd backEnd) throws Exception {
        KeysOfTenants keys = new KeysOfTenants();
        keys.with(ACME)
                .key("sign", KeyPurpose.SIGN, acme.key(), acme.certificate())
                .key("decrypt", KeyPurpose.DECRYPT, acmeDecrypts.key(), acmeDecrypts.certificate())
                .partner("orders", partner.certificate())
                .publish();
        TestBus bus = new TestBus(TestBus.allowing(backEnd.socket()));
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(keys);
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        return bus;
    }

    private static CxfBackEnd backEnd(String soap, boolean encrypted) throws Exception {
        return new CxfBackEnd(folder, partner, acme.certificate(), acmeDecrypts.certificate(), soap, encrypted);
    }

    /** Sends two orders; returns the answers to the sender. */
    private static List<RawClient.Answer> answers(CxfBackEnd backEnd, String soap, String attributes) throws Exception {
        String message = acmeMessage(ORDER);
        String request = soap.equals(SOAP_11)
                ? Soap.post(path(ACME), message)
                : Soap.post(path(ACME), message.replace(ENVELOPE_11, ENVELOPE_12))
                        .replace("text/xml", "application/soap+xml");
        try (TestBus bus = bus(backEnd);
                RawClient client = bus.connect()) {
            bus.deployProxy(ACME, backEnd.socket().url(), "", attributes);
            List<RawClient.Answer> answers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                answers.add(client.send(request).answer());
            }
            return answers;
        }
    }

    private static void assertByCxf(List<RawClient.Answer> answers) {
        assertThat(answers).hasSize(2).allSatisfy(answer -> {
            assertThat(answer.text()).contains("by CXF").doesNotContain("Security", "Encrypted", "Signature");
            assertThat(answer.status()).isEqualTo(200);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP_11, SOAP_12})
    void requestsAndAnswersAreSigned(String soap) throws Exception {
        try (CxfBackEnd backEnd = backEnd(soap, false)) {
            assertByCxf(answers(backEnd, soap, "secure=\"signed\" expect=\"signed\" partner=\"orders\""));
            assertThat(backEnd.socket().requests()).hasSize(2).allSatisfy(r -> assertThat(r.text())
                    .contains("Signature", "4711"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP_11, SOAP_12})
    void requestsAndAnswersAreSignedAndEncrypted(String soap) throws Exception {
        try (CxfBackEnd backEnd = backEnd(soap, true)) {
            assertByCxf(answers(backEnd, soap, ENCRYPTED + " tolerate=\"oaep-sha1\""));
            assertThat(backEnd.socket().requests())
                    .hasSize(2)
                    .allSatisfy(r -> assertThat(r.text()).contains("Signature").doesNotContain("4711"));
        }
    }

    /** The policies of CXF can ask for nothing else, so that the endpoint must say it. */
    @Test
    void answersWithSha1InsideOfOaepAreRefusedUnlessTheEndpointToleratesThem() throws Exception {
        try (CxfBackEnd backEnd = backEnd(SOAP_11, true)) {
            assertThat(answers(backEnd, SOAP_11, ENCRYPTED))
                    .allSatisfy(answer -> assertThat(answer.text()).contains(">BACKEND_UNAVAILABLE<"));
            assertThat(backEnd.socket().requests()).hasSize(2);
        }
    }

    @Test
    void anEndpointThatToleratesItIsNotedWhileItIsOpen() throws Exception {
        try (CxfBackEnd backEnd = backEnd(SOAP_11, true);
                TestBus bus = bus(backEnd)) {
            String unit = bus.deployProxy(ACME, backEnd.socket().url(), "", ENCRYPTED + " tolerate=\"oaep-sha1\"");
            assertThat(bus.component().notes()).singleElement().satisfies(note -> assertThat(note)
                    .contains("OrdersBackEnd out", "SHA-1 inside of RSA-OAEP", "its back end"));
            bus.undeploy(unit);
            assertThat(bus.component().notes()).isEmpty();
        }
    }
}
