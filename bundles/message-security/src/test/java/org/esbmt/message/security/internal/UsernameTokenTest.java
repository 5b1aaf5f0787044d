package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.junit.jupiter.api.Test;

/** WSS4J reads the UsernameTokens of the bus. */
class UsernameTokenTest {
    private static final String MESSAGE = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + "<r xmlns=\"urn:r\"/></s:Body></s:Envelope>";

    private final WsSecurity security = new WsSecurity();

    private byte[] named(String user, String password) throws Exception {
        return security.secure(MESSAGE.getBytes(UTF_8), OutgoingSecurity.named(user, password));
    }

    private static UsernameToken verified(byte[] message, String expected) throws Exception {
        WSSConfig.init();
        RequestData data = new RequestData();
        data.setCallbackHandler(callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(expected));
        return (UsernameToken) new WSSecurityEngine()
                .processSecurityHeader(
                        DocumentBuilderFactory.newDefaultNSInstance()
                                .newDocumentBuilder()
                                .parse(new ByteArrayInputStream(message)),
                        data)
                .getActionResults()
                .get(WSConstants.UT)
                .get(0)
                .get(WSSecurityEngineResult.TAG_USERNAME_TOKEN);
    }

    @Test
    void nameAndPasswordArrive() throws Exception {
        String password = "caf\u00e9 <&> ]]> \"'";
        UsernameToken token = verified(named("acme & sons", password), password);
        assertThat(token.getName()).isEqualTo("acme & sons");
        assertThat(token.getNonce()).isNotEmpty();
        assertThat(token.getCreatedDate()).isNotNull();
    }

    @Test
    void eachMessageHasANonceOfItsOwn() throws Exception {
        assertThat(verified(named("acme", "secret"), "secret").getNonce())
                .isNotEqualTo(verified(named("acme", "secret"), "secret").getNonce());
    }

    @Test
    void anotherPasswordIsNotAccepted() throws Exception {
        byte[] message = named("acme", "guessed");
        assertThatThrownBy(() -> verified(message, "secret")).isInstanceOf(WSSecurityException.class);
    }

    @Test
    void charactersThatXmlDoesNotHaveAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> named("acme", "a\u0000b"));
        assertThatIllegalArgumentException().isThrownBy(() -> named("acme\ud800", "secret"));
        assertThatIllegalArgumentException().isThrownBy(() -> named("acme", "a\nb"));
    }

    @Test
    void aTokenInTheClearIsNoSignature() {
        TestKey bus = TestKey.bus();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutgoingSecurity(
                        Optional.of(new OutgoingSecurity.Signer(bus.privateKey(), bus.certificate())),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.of(new OutgoingSecurity.UsernameToken("acme", "secret"))));
        assertThat(OutgoingSecurity.named("acme", "secret").toString())
                .contains("acme")
                .doesNotContain("secret");
    }
}
