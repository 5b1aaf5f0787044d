package org.esbmt.message.security.internal.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.internal.Receiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of zeep, a SOAP library of Python. Their recorded messages are opened always. With {@code ESBMT_ZEEP}, the path of
 * a Python that has zeep and xmlsec, they send messages, and verify the answers.
 */
class ZeepInteroperationTest {
    private static final Instant RECORDED = Instant.parse("2026-11-26T03:41:30Z");
    private static final Path SCRIPT = Path.of("src", "test", "interop", "zeep_client.py");

    @TempDir
    Path keys;

    @ParameterizedTest
    @ValueSource(strings = {"zeep-soap11.xml", "zeep-soap12.xml"})
    void recordedMessagesAreOpened(String name) throws Exception {
        OpenedMessage opened = new Receiver(Clock.fixed(RECORDED, ZoneOffset.UTC))
                .open(resource(name), certificate().getPublicKey());
        assertThat(opened.signed()).containsOnly(MessagePart.TIMESTAMP, MessagePart.BODY);
        assertThat(new String(opened.message(), UTF_8))
                .contains("one &lt;anvil&gt; \u00e9")
                .doesNotContain("Signature");
    }

    @Test
    void signedRequestsAreOpenedAndSignedAnswersVerified() throws Exception {
        try (SecuredEndpoint endpoint = new SecuredEndpoint(SecuredEndpoint.signed(), UnaryOperator.identity())) {
            assertThat(client(endpoint)).isZero();
            assertThat(endpoint.refusals()).isEmpty();
            assertThat(endpoint.opened()).hasSize(2);
        }
    }

    @Test
    void aChangedAnswerIsRefusedByTheClient() throws Exception {
        try (SecuredEndpoint endpoint = new SecuredEndpoint(SecuredEndpoint.signed(), SecuredEndpoint::changed)) {
            assertThat(client(endpoint)).isNotZero();
            assertThat(endpoint.opened()).as("the request was good").hasSize(1);
        }
    }

    /** Runs the client. Returns its exit status. */
    private int client(SecuredEndpoint endpoint) throws Exception {
        Optional<String> python = Optional.ofNullable(System.getenv("ESBMT_ZEEP"));
        assumeTrue(python.isPresent(), "ESBMT_ZEEP names no Python with zeep and xmlsec");
        SecuredEndpoint.writeKeys(keys);
        List<String> command = new ArrayList<>(List.of(
                python.orElseThrow(), SCRIPT.toString(), endpoint.address().toString()));
        for (String file : List.of("client.key", "client.pem", "bus.pem")) {
            command.add(keys.resolve(file).toString());
        }
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static byte[] resource(String name) throws Exception {
        try (InputStream in = ZeepInteroperationTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private static X509Certificate certificate() throws Exception {
        try (InputStream in = ZeepInteroperationTest.class.getResourceAsStream("zeep.pem")) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }
}
