package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.http.bc.internal.support.OneKeyForAll;
import org.esbmt.http.bc.internal.support.OpenTokens;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TlsKeys;
import org.esbmt.http.bc.internal.support.WsdlClient;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that CXF makes from the WSDLs of endpoints call them over HTTP. */
class WsdlClientsTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\">4711</o:order>";
    static final String WSDL = """
            <?xml version="1.0" encoding="UTF-8"?>
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                xmlns:o="urn:orders" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders">
              <documentation>Orders of acme.</documentation>
              <types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
                <xs:element name="order" type="xs:string"/><xs:element name="done" type="xs:string"/>
              </xs:schema></types>
              <message name="order"><part name="body" element="o:order"/></message>
              <message name="done"><part name="body" element="o:done"/></message>
              <portType name="Orders"><operation name="order">
                <input message="o:order"/><output message="o:done"/>
              </operation></portType>
              <binding name="Orders" type="o:Orders">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="order"><soap:operation soapAction=""/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                </operation>
              </binding>
              <service name="Orders"><port name="in" binding="o:Orders"><soap:address location="http://x/"/></port></service>
            </definitions>
            """;

    @TempDir
    private static Path folder;

    private static SigningClient alice;
    private static SigningClient acmeKeys;

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeAll
    static void keys() throws Exception {
        alice = new SigningClient(folder, "alice");
        acmeKeys = new SigningClient(folder, "acme");
    }

    @BeforeEach
    void start() throws Exception {
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.authenticator().add(ACME, ALICE, alice.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new OneKeyForAll(acmeKeys));
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        bus.component().setSessionTokens(new OpenTokens());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private String deploy(String attributes) {
        return bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "wsdl=\"orders.wsdl\" " + attributes, ""),
                Map.of("orders.wsdl", WSDL));
    }

    private WsdlClient client() throws Exception {
        URI wsdl = URI.create("http://127.0.0.1:" + bus.address().getPort() + path(ACME) + "?wsdl");
        return new WsdlClient(wsdl, alice, acmeKeys.certificate());
    }

    private String served() throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send("GET " + path(ACME) + "?wsdl HTTP/1.1\r\nHost: bus\r\n\r\n")
                    .answer()
                    .text();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "accept=\"signature\" answer=\"signed\"",
                "protect=\"signed-encrypted\" tolerate=\"oaep-sha1\" answer=\"signed\"",
                "protect=\"signed\" answer=\"signed-encrypted\"",
                "protect=\"signed-encrypted\" tolerate=\"oaep-sha1\" answer=\"signed-encrypted\""
            })
    void aClientOfTheWsdlSignsAndEncryptsAsTheEndpointAsks(String attributes) throws Exception {
        deploy(attributes);
        WsdlClient client = client();
        assertThat(client.send(ORDER)).contains("acme-back-end");
        assertThat(client.send(ORDER)).contains("acme-back-end");
        assertThat(backEnd.requests())
                .hasSize(2)
                .allSatisfy(r -> assertThat(r.text()).contains("4711").doesNotContain("Security"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "protect=\"signed\" answer=\"signed\"",
                "protect=\"signed-encrypted\" tolerate=\"oaep-sha1\" answer=\"signed-encrypted\"",
                "protect=\"signed\" answer=\"signed-encrypted\""
            })
    void aClientOfTheWsdlBeginsASession(String attributes) throws Exception {
        deploy("accept=\"signature session\" " + attributes);
        WsdlClient client = client();
        for (int i = 0; i < 3; i++) {
            assertThat(client.send(ORDER)).contains("acme-back-end");
        }
        assertThat(backEnd.requests())
                .hasSize(3)
                .allSatisfy(r -> assertThat(r.text()).contains("4711").doesNotContain("Security"));
    }

    /** CXF signs the Cancel with its certificate, and learns of a refusal without telling of it. */
    @Test
    void aClientOfTheWsdlCancelsItsSession() throws Exception {
        ReplayClaims once = new InMemoryReplayClaims(1000, InstantSource.system());
        List<byte[]> claimed = new CopyOnWriteArrayList<>();
        bus.component().setReplayClaims((tenant, claim, expires) -> {
            claimed.add(claim);
            return once.claim(tenant, claim, expires);
        });
        deploy("accept=\"signature session\" protect=\"signed-encrypted\" tolerate=\"oaep-sha1\""
                + " answer=\"signed-encrypted\"");
        WsdlClient client = client();
        client.cancelSessions();
        try (CapturedLog log = new CapturedLog()) {
            assertThat(client.send(ORDER)).contains("acme-back-end");
            assertThat(claimed).as("beginning, order, end").hasSize(3);
            assertThat(log.linesWith("is refused")).isEmpty();
        }
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aClientOfTheWsdlSendsAUsernameTokenOverTls() throws Exception {
        TlsKeys keys = new TlsKeys(folder);
        int port = FreePorts.next();
        try (TestBus overTls = new TestBus(keys.serving(port, backEnd))) {
            overTls.authenticator().addLogin(ACME, ALICE, "alice", "acme-secret");
            overTls.deploy(
                    ACME,
                    TestBus.proxy(backEnd.url(), "wsdl=\"orders.wsdl\" accept=\"username-token\"", ""),
                    Map.of("orders.wsdl", WSDL));
            URI wsdl = URI.create("http://127.0.0.1:" + overTls.address().getPort() + path(ACME) + "?wsdl");
            URI address = URI.create("https://127.0.0.1:" + port + path(ACME));
            WsdlClient client = new WsdlClient(wsdl, address, "alice", "acme-secret", keys.context(null));
            assertThat(client.send(ORDER)).contains("acme-back-end");
            assertThat(backEnd.requests())
                    .singleElement()
                    .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("UsernameToken"));
        }
    }

    @Test
    void aClientDoesNotTakeAnAnswerWithLessProtection() throws Exception {
        String unit = deploy("protect=\"signed\" answer=\"signed-encrypted\"");
        WsdlClient client = client();
        assertThat(client.send(ORDER)).contains("acme-back-end");
        bus.undeploy(unit);
        deploy("protect=\"signed\" answer=\"signed\"");
        assertThatExceptionOfType(WebServiceException.class).isThrownBy(() -> client.send(ORDER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "accept=\"password signature\" answer=\"signed\"",
                "accept=\"signature\"",
                "accept=\"password\""
            })
    void otherWsdlsAreUnchanged(String attributes) throws Exception {
        deploy(attributes);
        String address = "http://127.0.0.1:" + bus.address().getPort() + path(ACME);
        assertThat(served()).isEqualTo(WSDL.replace("http://x/", address));
    }
}
