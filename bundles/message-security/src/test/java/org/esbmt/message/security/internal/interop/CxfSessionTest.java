package org.esbmt.message.security.internal.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.soap.SOAPBinding;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SessionToken.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of CXF that a policy drives begin a session, and send their messages under it. */
class CxfSessionTest {
    private static final String OAEP_11 = "http://www.w3.org/2009/xmlenc11#rsa-oaep";

    private static String order(int number) {
        return "<order xmlns=\"urn:acme\">" + number + " anvils &lt;\u00e9&gt;</order>";
    }

    @ParameterizedTest
    @CsvSource({
        SOAPBinding.SOAP11HTTP_BINDING + ",false",
        SOAPBinding.SOAP11HTTP_BINDING + ",true",
        SOAPBinding.SOAP12HTTP_BINDING + ",true"
    })
    void oneSessionServesManyMessages(String binding, boolean encrypted) throws Exception {
        try (SessionEndpoint endpoint = new SessionEndpoint(encrypted)) {
            CxfClient client = new CxfClient(endpoint.address(), binding, Policies.session(encrypted), OAEP_11, false);
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(order(i)))
                        .as(() -> endpoint.failures().toString())
                        .contains(i + " anvils &lt;\u00e9&gt;");
            }
            assertThat(endpoint.failures()).isEmpty();
            assertThat(endpoint.sessions()).isEqualTo(1);
            assertThat(endpoint.opened()).hasSize(3);
            assertThat(endpoint.tokens().get(0).version()).isEqualTo(Version.OASIS_1_3);
            OpenedMessage opened = endpoint.opened().get(2);
            assertThat(opened.signed()).contains(MessagePart.TENANT_CONTEXT, MessagePart.TIMESTAMP, MessagePart.BODY);
            assertThat(opened.encrypted().contains(MessagePart.BODY)).isEqualTo(encrypted);
            assertThat(new String(opened.message(), UTF_8)).contains("2 anvils &lt;\u00e9");
        }
    }
}
