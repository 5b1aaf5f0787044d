package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.esbmt.http.bc.internal.soap.HeadResult.Head;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UsernameTokens in heads that come in pieces. */
class UsernameTokenReaderTest {
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String BLOCK = "<w:Security xmlns:w=\"" + WSSE + "\"><w:UsernameToken><w:Username>j&#xF6;rg"
            + "</w:Username><w:Password>a&amp;b</w:Password></w:UsernameToken></w:Security>";
    private static final String OTHER = "<x:a xmlns:x=\"urn:x\">" + "y".repeat(50) + "</x:a>";

    private static String envelope(String header) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>" + header
                + "</s:Header><s:Body/></s:Envelope>";
    }

    private static Head head(String text, int piece) {
        byte[] message = text.getBytes(UTF_8);
        EnvelopeHeadReader reader =
                new EnvelopeHeadReader(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, Optional.empty(), false);
        HeadResult result = HeadResult.NeedMore.NEED_MORE;
        for (int at = 0; result == HeadResult.NeedMore.NEED_MORE; at += piece) {
            result = reader.feed(message, at, Math.min(piece, message.length - at));
        }
        return (Head) result;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 10_000})
    void aTokenIsReadWhereverPiecesEnd(int piece) {
        String text = envelope(OTHER + BLOCK + OTHER);
        UsernameToken token = head(text, piece).usernameToken().orElseThrow();
        assertThat(token.username()).isEqualTo("j\u00f6rg");
        assertThat(new String(token.password(), UTF_8)).isEqualTo("a&b");
        assertThat(token.flaw()).isEmpty();
        assertThat(text.substring(token.blockFrom(), token.blockTo())).isEqualTo(BLOCK);
        assertThat(token.toString()).doesNotContain("a&b");
    }

    @Test
    void aSignatureIsNoToken() {
        String signature = "<d:Signature xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\"/>";
        Head head = head(envelope("<w:Security xmlns:w=\"" + WSSE + "\">" + signature + "</w:Security>"), 10_000);
        assertThat(head.signed()).isTrue();
        assertThat(head.usernameToken()).isEmpty();
    }

    @Test
    void aTokenDeeperInTheBlockIsNone() {
        String hidden = BLOCK.replace("<w:UsernameToken>", "<w:x><w:UsernameToken>")
                .replace("</w:UsernameToken>", "</w:UsernameToken></w:x>");
        EnvelopeHeadReader reader =
                new EnvelopeHeadReader(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, Optional.empty(), false);
        byte[] message = envelope(hidden).getBytes(UTF_8);
        assertThat(reader.feed(message, 0, message.length))
                .isInstanceOfSatisfying(HeadResult.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(FaultCode.CONTEXT_MISSING));
    }
}
