package org.esbmt.message.security.internal.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SessionRequest.Kind;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.junit.jupiter.api.Test;

/** Requests for sessions that say one thing twice, or want something else. */
class TokenRequestReaderTest {
    private static final String TRUST = Conversation.OASIS_1_3.trust();
    private static final String TYPE = "<t:RequestType>" + TRUST + "/Issue</t:RequestType>";
    private static final String TOKEN = "<t:TokenType>" + Conversation.OASIS_1_3.tokenType() + "</t:TokenType>";
    private static final String MESSAGE_ID =
            "<a:MessageID xmlns:a=\"" + Names.ADDRESSING + "\">urn:uuid:1</a:MessageID>";

    private static byte[] request(String blocks, String parts) {
        return ("<s:Envelope xmlns:s=\"" + Names.SOAP_1_1 + "\"><s:Header>" + blocks
                        + "</s:Header><s:Body><t:RequestSecurityToken xmlns:t=\"" + TRUST + "\">" + parts
                        + "</t:RequestSecurityToken></s:Body></s:Envelope>")
                .getBytes(UTF_8);
    }

    private static void refuses(byte[] request, String sentence) {
        assertThatThrownBy(() -> TokenRequestReader.read(request))
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessage(sentence);
    }

    @Test
    void requestIsRead() throws Exception {
        assertThat(TokenRequestReader.read(request(MESSAGE_ID, TYPE + TOKEN))
                        .orElseThrow()
                        .kind())
                .isEqualTo(Kind.ISSUE);
    }

    @Test
    void doubledPartsAreRefused() {
        refuses(request(MESSAGE_ID + MESSAGE_ID, TYPE + TOKEN), "There are two MessageIDs.");
        refuses(request("", TYPE + TYPE + TOKEN), "There are two RequestTypes.");
    }

    @Test
    void tokenOfAnotherTypeIsRefused() {
        refuses(request("", TYPE + "<t:TokenType>urn:saml</t:TokenType>"), "A token of another type is asked for.");
    }
}
