package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Base64;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 29, 30 and 34: work without end, and values that are too large. */
class FloodAttacksTest {
    private final Receiver receiver = new Receiver();

    private void limitsOrRefuses(String message) {
        SecurityRefusedException refused = receiver.refusal(message);
        assertThat(refused.reason()).isIn(Reason.INVALID, Reason.LIMIT);
        assertThat(refused).hasMessageNotContaining("sender's key"); // refused before any key is used
    }

    /** The processor's time of this thread, which other processes do not lengthen. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Test
    void attack29References() throws Exception {
        String message = Wss4jSender.signed().text();
        String reference = Xml.element(message, "ds:Reference");
        receiver.limits(message.replace(reference, reference.repeat(20)));
        limitsOrRefuses(message.replace(reference, reference.repeat(2000)));
        String encrypted = Wss4jSender.encrypted().text();
        receiver.limits(encrypted.replace(
                "<xenc:ReferenceList>", "<xenc:ReferenceList>" + "<xenc:DataReference URI=\"#x\"/>".repeat(10)));
    }

    @Test
    void attack29TransformsAndPrefixes() throws Exception {
        String message = Wss4jSender.signed().text();
        String transform = Xml.element(message, "ds:Transforms")
                .replace("<ds:Transforms>", "")
                .replace("</ds:Transforms>", "");
        limitsOrRefuses(message.replace(transform, transform.repeat(2)));
        limitsOrRefuses(message.replace(transform, transform.repeat(50)));
        StringBuilder prefixes = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            prefixes.append(" p").append(i);
        }
        limitsOrRefuses(
                message.replaceAll("PrefixList=\"[^\"]*\"", "PrefixList=\"" + prefixes.substring(0, 200) + "\""));
        limitsOrRefuses(message.replaceAll("PrefixList=\"[^\"]*\"", "PrefixList=\"" + prefixes + "\""));
    }

    @Test
    void attack29DeclarationsAndAttributes() throws Exception {
        String message = Wss4jSender.signed().text();
        StringBuilder declarations = new StringBuilder();
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            declarations
                    .append(" xmlns:p")
                    .append(i)
                    .append("=\"urn:")
                    .append(i)
                    .append('"');
            attributes.append(" a").append(i).append("=\"b\"");
        }
        receiver.limits(message.replace("<wsse:Security ", "<wsse:Security" + declarations + " "));
        receiver.limits(message.replace("<wsse:Security ", "<wsse:Security" + attributes + " "));
        receiver.limits(message.replace("<soap:Header>", "<soap:Header>" + "<a>".repeat(100) + "</a>".repeat(100)));
    }

    @Test
    void attack29SignedInfoThatIsDearToCanonicalize() throws Exception {
        String message = Wss4jSender.signed().text();
        StringBuilder declarations = new StringBuilder();
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            declarations
                    .append(" xmlns:p")
                    .append(i)
                    .append("=\"urn:")
                    .append(i)
                    .append('"');
        }
        for (int i = 99; i >= 0; i--) {
            attributes.append(" p").append(i % 60).append(":a").append(i).append("=\"\"");
        }
        String dear = ("<w" + attributes + "/>");
        String flooded = message.replace("<wsse:Security ", "<wsse:Security" + declarations + " ");
        for (int times : new int[] {15, 500}) {
            String attack = flooded.replaceFirst("<ds:SignatureMethod", dear.repeat(times) + "<ds:SignatureMethod");
            long begin = cpuNanos();
            for (int i = 0; i < 20; i++) {
                limitsOrRefuses(attack);
            }
            // 20 times; if the block's size were not known before, they would take half a minute.
            assertThat(cpuNanos() - begin).isLessThan(5_000_000_000L);
        }
    }

    @Test
    void attack29ListOfPrefixesForManyElements() throws Exception {
        String message = Wss4jSender.signed().text();
        String attack = message.replaceFirst("<ds:SignatureMethod", "<a/>".repeat(5_000) + "<ds:SignatureMethod");
        StringBuilder prefixes = new StringBuilder();
        for (String name : new String[] {"soap:Envelope", "soap:Header", "wsse:Security", "ds:Signature"}) {
            StringBuilder declarations = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                declarations.append(" xmlns:").append(name, 5, 7).append(i).append("=\"u\"");
                prefixes.append(name.equals("soap:Envelope") && i < 16 ? " En" + i : "");
            }
            attack = attack.replaceFirst("<" + name + "(?=[ >])", "<" + name + declarations);
        }
        attack = attack.replaceAll("PrefixList=\"[^\"]*\"", "PrefixList=\"" + prefixes + "\"");
        assertThat(attack).contains("<ec:InclusiveNamespaces");
        long least = Long.MAX_VALUE;
        // On a busy machine the code may be compiled late.
        for (int round = 0; round < 5 && least >= 500_000_000L; round++) {
            long begin = cpuNanos();
            for (int i = 0; i < 20; i++) {
                limitsOrRefuses(attack);
            }
            least = Math.min(least, cpuNanos() - begin);
        }
        // If each element searched for each listed prefix, they would take a second.
        assertThat(least).isLessThan(500_000_000L);
    }

    @Test
    void attack29AttributesInSingleQuotes() {
        String attack = "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Header><f>"
                + "<a b='' c='' d='' e=''/>".repeat(40_000) + "</f></soap:Header><soap:Body/></soap:Envelope>";
        long begin = cpuNanos();
        receiver.refuses(attack, "There is no Security block.");
        // If each attribute led to a search up to the end of the message, they would take a quarter of a minute.
        assertThat(cpuNanos() - begin).isLessThan(5_000_000_000L);
    }

    @Test
    void attack29LargeSecurityBlock() throws Exception {
        String message = Wss4jSender.signed().text();
        receiver.limits(message.replace("</wsse:Security>", " ".repeat(32 * 1024) + "</wsse:Security>"));
        receiver.limits(message.replaceFirst("(<ds:SignatureValue>)", "$1" + "A".repeat(4096)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://www.w3.org/TR/1999/REC-xslt-19991116",
                "http://www.w3.org/TR/1999/REC-xpath-19991116",
                "http://www.w3.org/2002/06/xmldsig-filter2",
                "http://www.w3.org/2000/09/xmldsig#base64",
                "http://www.w3.org/2002/07/decrypt#XML",
                "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform",
                "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
                "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
                "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
                "urn:unknown"
            })
    void attack30Transforms(String transform) throws Exception {
        String message = Wss4jSender.signed().text();
        receiver.refuses(message.replaceFirst(
                "<ds:Transform Algorithm=\"[^\"]*\"", "<ds:Transform Algorithm=\"" + transform + "\""));
        receiver.refuses(message.replaceFirst(
                "<ds:CanonicalizationMethod Algorithm=\"[^\"]*\"",
                "<ds:CanonicalizationMethod Algorithm=\"" + transform + "\""));
        String first = "<ds:Transform Algorithm=\"" + transform + "\"/>";
        if (!transform.equals(Names.ENVELOPED)) {
            receiver.refuses(message.replaceFirst("<ds:Transforms>", "<ds:Transforms>" + first));
        }
        receiver.refuses(message.replaceFirst("</ds:Transforms>", first + "</ds:Transforms>"));
    }

    @Test
    void attack30OtherCanonicalFormsThatAreGenuine() throws Exception {
        for (String form : new String[] {
            "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
            "http://www.w3.org/2006/12/xml-c14n11",
            "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"
        }) {
            receiver.refuses(Wss4jSender.signed().canonicalization(form).text(), "algorithm that is not accepted");
        }
    }

    @Test
    void attack30NoTransformsAndObjects() throws Exception {
        String message = Wss4jSender.signed().text();
        receiver.refuses(message.replaceFirst("<ds:Transforms>.*?</ds:Transforms>", ""));
        receiver.refuses(message.replaceFirst("<ds:Transforms>.*?</ds:Transforms>", "<ds:Transforms/>"));
        receiver.refuses(message.replace("</ds:Signature>", "<ds:Object/></ds:Signature>"));
        receiver.refuses(message.replace("</ds:Signature>", "<ds:Object><ds:Manifest/></ds:Object></ds:Signature>"));
    }

    @Test
    void attack31KeysThatWrapEachOther() throws Exception {
        String message = Wss4jSender.encrypted().text();
        String info = Xml.element(Xml.element(message, "xenc:EncryptedKey"), "wsse:SecurityTokenReference");
        String self = Xml.attribute(message, "xenc:EncryptedKey", "Id");
        receiver.refuses(message.replace(
                info,
                info.replaceFirst(
                        "<wsse:KeyIdentifier.*</wsse:KeyIdentifier>", "<wsse:Reference URI=\"#" + self + "\"/>")));
        receiver.refuses(message.replace(info, Xml.element(message, "xenc:EncryptedKey")));
    }

    @Test
    void attack34LargeCertificates() throws Exception {
        String message = Wss4jSender.signed().text();
        String token = Xml.text(message, "wsse:BinarySecurityToken");
        limitsOrRefuses(message.replace(token, "A".repeat(600_000)));
        receiver.limits(message.replace(token, token + "A".repeat(16 * 1024)));
    }

    @Test
    void attack34Base64WithJunk() throws Exception {
        String message = Wss4jSender.encrypted().text();
        for (String name :
                new String[] {"wsse:BinarySecurityToken", "ds:SignatureValue", "ds:DigestValue", "xenc:CipherValue"}) {
            String element = Xml.element(message, name);
            int at = element.indexOf('>') + 3;
            for (String junk : new String[] {
                "=", "====", "-", "_", ".", "\u00e9", "\u3000", "A", "&#65;", "&#10;", "<x/>", "<!---->", "*AAA"
            }) {
                String changed = element.substring(0, at) + junk + element.substring(at);
                receiver.refuses(message.replace(element, changed));
            }
            receiver.refuses(message.replace(element, element.replaceFirst(">[^<]*", ">")));
            assertThat(Base64.getMimeDecoder().decode(Xml.text(message, name))).isNotEmpty();
        }
    }

    @Test
    void messageThatIsNoSoapMessageIsRefused() {
        for (String message : new String[] {
            "",
            "x",
            "<a/>",
            "<soap:Envelope/>",
            "\u0000",
            "<!DOCTYPE a><a/>",
            "<soap:Envelope xmlns:soap=\"" + Names.SOAP_1_1 + "\"/>",
            "<soap:Envelope xmlns:soap=\"" + Names.SOAP_1_1 + "\"><soap:Header/><soap:Body/></soap:Envelope>",
            "<soap:Envelope xmlns:soap=\"" + Names.SOAP_1_1 + "\"><soap:Body/></soap:Envelope>",
            "<soap:Envelope xmlns:soap=\"urn:x\"><soap:Header/><soap:Body/></soap:Envelope>"
        }) {
            receiver.refuses(message);
        }
        assertThat(new String(new byte[] {(byte) 0xFE, (byte) 0xFF}, UTF_8)).isNotEmpty();
    }
}
