package org.esbmt.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SoapSignatureTest {
    private static final String BODY =
            "<s:Body><a:b xmlns:a=\"urn:a\">&lt;s:Header&gt; \u00e9 <![CDATA[</s:Body>]]></a:b></s:Body>";

    private static String sign(String message) {
        return new String(
                SoapSignature.sign(message.getBytes(StandardCharsets.UTF_8), "acme-backend"), StandardCharsets.UTF_8);
    }

    @Test
    void nameIsAddedToTheHeaderAndTheBodyIsUnchanged() {
        for (String header :
                new String[] {"", "<s:Header/>", "<s:Header a=\"1\"></s:Header>", "<s:Header><x/></s:Header>"}) {
            String signed = sign("<s:Envelope xmlns:s=\"urn:s\">" + header + BODY + "</s:Envelope>");

            assertThat(signed).endsWith(BODY + "</s:Envelope>").contains("><backend ", "</s:Header><s:Body>");
            assertThat(SoapSignature.signer(signed)).isEqualTo("acme-backend");
        }
    }

    @Test
    void bodiesOtherThanSoapAreUnchanged() {
        assertThat(sign("{\"Body\": 1}")).isEqualTo("{\"Body\": 1}");
        assertThat(sign("")).isEmpty();
        assertThat(SoapSignature.signer("{}")).isEmpty();
    }
}
