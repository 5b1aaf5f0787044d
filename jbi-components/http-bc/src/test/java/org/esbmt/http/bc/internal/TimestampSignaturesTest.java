package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TlsKeys;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders of acme sign the Timestamp alone, and TLS protects the rest. */
class TimestampSignaturesTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";

    @TempDir
    private static Path folder;

    private static TlsKeys keys;
    private static SSLContext anonymous;
    private static SigningClient alice;

    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = new TlsKeys(folder);
        anonymous = keys.context(null);
        alice = new SigningClient(folder, "alice");
    }

    @BeforeEach
    void start() throws Exception {
        int port = FreePorts.next();
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(keys.serving(port, backEnd));
        bus.authenticator().add(ACME, ALICE, alice.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new NoKeys());
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        client = TlsKeys.connect(anonymous, port);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    private static final class NoKeys implements TenantKeys {
        private final KeySet none = new KeySet(List.of(), InstantSource.system());

        @Override
        public Optional<KeySet> known(TenantId tenant) {
            return Optional.of(none);
        }

        @Override
        public CompletionStage<KeySet> of(TenantId tenant) {
            return CompletableFuture.completedStage(none);
        }
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), attributes, "");
    }

    private RawClient.Answer send(String message) throws IOException {
        return client.send(Soap.post(path(ACME), message)).answer();
    }

    @Test
    void theTimestampAloneIsEnoughOverTls() throws Exception {
        deploy("accept=\"timestamp-signature\"");
        String signed = alice.signTimestamp(Soap.envelope("", ORDER));
        RawClient.Answer answer = send(signed);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests())
                .singleElement()
                .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("Security"));

        assertThat(send(signed).text()).contains(">SECURITY_INVALID<");
        assertThat(send(signed.replace("4711", "4712")).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aWholeSignatureIsAnotherProof() throws Exception {
        deploy("accept=\"timestamp-signature\"");
        assertThat(send(alice.sign(Soap.envelope("", ORDER))).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void theTimestampAloneIsNotEnoughInTheClear() throws Exception {
        deploy("accept=\"timestamp-signature signature\"");
        try (RawClient plain = bus.connect()) {
            String signed = alice.signTimestamp(Soap.envelope("", ORDER));
            assertThat(plain.send(Soap.post(path(ACME), signed)).answer().text())
                    .contains(">SECURITY_INVALID<");
        }
        assertThat(backEnd.requests()).isEmpty();
        assertThat(send(alice.sign(Soap.envelope("", ORDER))).status()).isEqualTo(200);
    }

    @Test
    void theTimestampAloneIsNotEnoughForASignature() throws Exception {
        deploy("accept=\"signature\"");
        assertThat(send(alice.signTimestamp(Soap.envelope("", ORDER))).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aPasswordBesideAnUnverifiedSignatureIsRefused() throws Exception {
        deploy("accept=\"timestamp-signature password\"");
        String context = Soap.context(ACME, BOB, "bobs-secret");
        assertThat(send(alice.signTimestamp(Soap.envelope(context, ORDER))).text())
                .contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).isEmpty();
    }
}
