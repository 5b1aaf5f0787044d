package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the guide, {@code ws-security-gateway}, between partners with WSS4J and plain services. */
class GatewayExampleTest {
    private static final Path EXAMPLE =
            Path.of("../../docs/guide/examples/ws-security-gateway/src/gateway-http/xbean.xml");
    private static final String ORDER =
            "<o:order xmlns:o=\"http://example.org/orders\"><o:number>4711</o:number></o:order>";

    @TempDir
    private Path folder;

    private SigningClient signs;
    private SigningClient decrypts;
    private SigningClient partner;
    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeEach
    void start() throws Exception {
        signs = new SigningClient(folder, "signs");
        decrypts = new SigningClient(folder, "decrypts");
        partner = new SigningClient(folder, "partner");
        backEnd = StubBackEnd.echo("plain-service");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.authenticator().add(ACME, ALICE, partner.certificate());
        KeysOfTenants keys = new KeysOfTenants();
        keys.with(ACME)
                .key("sign", KeyPurpose.SIGN, signs.key(), signs.certificate())
                .key("decrypt", KeyPurpose.DECRYPT, decrypts.key(), decrypts.certificate())
                .partner("supplier", partner.certificate())
                .publish();
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(keys);
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        String example = Files.readString(EXAMPLE);
        bus.deploy(
                ACME,
                example.substring(example.indexOf("<!--"), example.indexOf("</beans>"))
                        .replace("@backend@", "http://127.0.0.1:" + backEnd.port())
                        .replace("service=\"o:", "xmlns:o=\"http://example.org/orders\" service=\"o:"));
        client = bus.connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    private RawClient.Answer send(String endpoint, String message) throws IOException {
        return client.send(Soap.post("/tenant-services/" + ACME + "/Orders/" + endpoint, message))
                .answer();
    }

    @Test
    void securedOutsideAndPlainInside() throws Exception {
        String message = partner.signAndEncrypt(Soap.envelope("", ORDER), decrypts.certificate());
        RawClient.Answer answer = send("secured", message);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.startLine()).contains("/orders");
            assertThat(r.text()).contains("4711").doesNotContain("Security", "Encrypted");
        });
        assertThat(answer.text()).contains("EncryptedData").doesNotContain("plain-service");
        assertThat(partner.opened(answer.text(), signs.certificate())).contains("plain-service");
    }

    @Test
    void plainMessagesDoNotPassTheSecuredEndpoint() throws Exception {
        assertThat(send("secured", acmeMessage(ORDER)).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void plainInsideAndSecuredOutside() throws Exception {
        backEnd.behave((request, out) -> {
            try {
                SigningClient.Opened opened = partner.open(request.text(), signs.certificate());
                assertThat(opened.text()).contains("4711");
                StubBackEnd.ok(
                        out, partner.answer(Soap.answer("supplier", ""), opened.signature(), decrypts.certificate()));
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        RawClient.Answer answer = send("outgoing", acmeMessage(ORDER));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).contains("supplier").doesNotContain("Security", "Encrypted");
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.startLine()).contains("/supplier");
            assertThat(r.text()).contains("EncryptedData").doesNotContain("4711");
        });
    }

    @Test
    void plainAnswersDoNotComeBack() throws Exception {
        assertThat(send("outgoing", acmeMessage(ORDER)).text())
                .contains(">BACKEND_UNAVAILABLE<")
                .doesNotContain("plain-service");
        assertThat(backEnd.requests()).hasSize(1);
    }
}
