package org.esbmt.message.security.internal.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.internal.Receiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of CXF that a policy drives: their requests are opened, and they accept the answers. CXF checks each answer
 * against the same policy.
 */
class CxfInteroperationTest {
    private static final String OAEP_11 = "http://www.w3.org/2009/xmlenc11#rsa-oaep";
    private static final String OAEP_MGF1P = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";
    private static final String ORDER = "<order xmlns=\"urn:acme\">one &lt;anvil&gt; \u00e9</order>";

    private static OpenedMessage exchange(String binding, String policy, boolean addressing, OutgoingSecurity answers)
            throws Exception {
        try (SecuredEndpoint endpoint = new SecuredEndpoint(answers, UnaryOperator.identity())) {
            CxfClient client = new CxfClient(endpoint.address(), binding, policy, OAEP_11, addressing);
            assertThat(client.send(ORDER)).contains("one &lt;anvil&gt; \u00e9");
            assertThat(endpoint.refusals()).isEmpty();
            OpenedMessage opened = endpoint.opened().get(0);
            assertThat(new String(opened.message(), UTF_8))
                    .contains("one &lt;anvil")
                    .contains("<tenantID>deacdf31-fd22-41f3-ab19-6fae3a5ef050</tenantID>")
                    .doesNotContain("Signature")
                    .doesNotContain("EncryptedData");
            return opened;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void signedRequestsAndAnswersAreVerified(String binding) throws Exception {
        OpenedMessage opened = exchange(binding, Policies.signed(), false, SecuredEndpoint.signed());
        assertThat(opened.signed()).containsOnly(MessagePart.TENANT_CONTEXT, MessagePart.TIMESTAMP, MessagePart.BODY);
        assertThat(opened.encrypted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void encryptedRequestsAndAnswersAreOpened(String binding) throws Exception {
        OpenedMessage opened = exchange(binding, Policies.encrypted(), false, SecuredEndpoint.signedAndEncrypted());
        assertThat(opened.signed()).containsOnly(MessagePart.TENANT_CONTEXT, MessagePart.TIMESTAMP, MessagePart.BODY);
        assertThat(opened.encrypted()).containsOnly(MessagePart.BODY);
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void theTenantContextCanBeEncrypted(String binding) throws Exception {
        OpenedMessage opened =
                exchange(binding, Policies.contextEncrypted(), false, SecuredEndpoint.signedAndEncrypted());
        assertThat(opened.encrypted()).containsOnly(MessagePart.TENANT_CONTEXT, MessagePart.BODY);
    }

    /** The policy holds for the answer, too, and the bus encrypts keys with SHA-256 alone. */
    @Test
    void anOlderFormOfOaepIsOpenedAndNotWritten() throws Exception {
        try (SecuredEndpoint endpoint =
                new SecuredEndpoint(SecuredEndpoint.signedAndEncrypted(), UnaryOperator.identity())) {
            CxfClient client = new CxfClient(
                    endpoint.address(), SOAPBinding.SOAP11HTTP_BINDING, Policies.encrypted(), OAEP_MGF1P, false);
            assertThatExceptionOfType(WebServiceException.class).isThrownBy(() -> client.send(ORDER));
            assertThat(endpoint.opened().get(0).encrypted()).containsOnly(MessagePart.BODY);
        }
    }

    @Test
    void addressingIsSigned() throws Exception {
        OpenedMessage opened =
                exchange(SOAPBinding.SOAP11HTTP_BINDING, Policies.signed(), true, SecuredEndpoint.signed());
        assertThat(opened.signed()).contains(MessagePart.ADDRESSING);
        assertThat(new String(opened.message(), UTF_8)).contains("MessageID");
    }

    @Test
    void aChangedAnswerIsRefusedByTheClient() throws Exception {
        refusesAnswer(Policies.signed(), SecuredEndpoint.signed(), SecuredEndpoint::changed);
    }

    @Test
    void anAnswerWithoutEncryptionIsRefusedByTheClient() throws Exception {
        refusesAnswer(Policies.encrypted(), SecuredEndpoint.signed(), UnaryOperator.identity());
    }

    private static void refusesAnswer(String policy, OutgoingSecurity answers, UnaryOperator<byte[]> onTheWay)
            throws Exception {
        try (SecuredEndpoint endpoint = new SecuredEndpoint(answers, onTheWay)) {
            CxfClient client =
                    new CxfClient(endpoint.address(), SOAPBinding.SOAP11HTTP_BINDING, policy, OAEP_11, false);
            assertThatExceptionOfType(WebServiceException.class).isThrownBy(() -> client.send(ORDER));
            assertThat(endpoint.opened()).as("the request was good").hasSize(1);
        }
    }

    /** The claims of the tenant registry rely on it: another profile is that of another endpoint. */
    @Test
    void aRepetitionHasTheSameClaimAndExpiryUnderEveryProfile() throws Exception {
        byte[] request;
        OpenedMessage first;
        try (SecuredEndpoint endpoint = new SecuredEndpoint(SecuredEndpoint.signed(), UnaryOperator.identity())) {
            CxfClient client = new CxfClient(
                    endpoint.address(), SOAPBinding.SOAP11HTTP_BINDING, Policies.signed(), OAEP_11, false);
            client.send(ORDER);
            request = endpoint.requests().get(0);
            first = endpoint.opened().get(0);
        }
        SecurityProfile other =
                new SecurityProfile(64 * 1024, false, false, false, Duration.ofMinutes(2), Duration.ofSeconds(20));
        OpenedMessage again = new Receiver().profile(other).open(request);
        assertThat(again.claim()).isEqualTo(first.claim());
        assertThat(again.expires()).isEqualTo(first.expires());
    }
}
