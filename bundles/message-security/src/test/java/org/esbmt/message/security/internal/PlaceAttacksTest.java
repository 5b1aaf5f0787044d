package org.esbmt.message.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks 1 to 9: elements that are signed, but not at their places. They begin with a genuine message of WSS4J. The same
 * attacks succeed against a verifier that looks elements up by their identifiers.
 */
class PlaceAttacksTest {
    private static final String FORGED_BODY =
            "<soap:Body><o:order xmlns:o=\"urn:acme:orders\">forged</o:order></soap:Body>";
    private static final String FORGED_CONTEXT =
            "<TenantContext xmlns=\"" + Wss4jSender.CONTEXT_NS + "\">forged</TenantContext>";

    private final Receiver receiver = new Receiver();
    private String message;
    private String body;
    private String context;
    private String timestamp;

    @BeforeEach
    void sign() throws Exception {
        message = Wss4jSender.signed().text();
        body = Xml.element(message, "soap:Body");
        context = Xml.element(message, "TenantContext");
        timestamp = Xml.element(message, "wsu:Timestamp");
        receiver.open(message);
    }

    /** The element by a placeholder, where it was. */
    private String without(String element, String instead) {
        return message.replace(element, instead);
    }

    /** In an element that may stand at this place. */
    private static String wrapped(String element, String before) {
        String wrapper = before.equals("</ds:Signature>") ? "ds:Object" : "w";
        String declared = " xmlns:wsu=\"" + Names.WSU + "\" xmlns:wsse=\"" + Names.WSSE + "\"";
        return "<" + wrapper + declared + ">" + element + "</" + wrapper + ">";
    }

    private void refused(String attack) {
        receiver.refuses(attack);
    }

    /** Refused here, and the naive verifier lets the application use what was forged. */
    private void refusedUnlikeNaively(String attack, String parent, String local) throws Exception {
        assertThat(NaiveVerifier.used(attack, TestKey.client().publicKey(), parent, local))
                .as(attack)
                .hasValueSatisfying(used -> assertThat(used).contains("forged"));
        refused(attack);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"</soap:Header>", "</wsse:Security>", "</ds:Signature>", "</soap:Envelope>", "<wsse:Security "})
    void attack01SignedBodyElsewhereWithAForgedOneAtItsPlace(String before) throws Exception {
        String moved = without(body, FORGED_BODY).replace(before, wrapped(body, before) + before);
        refusedUnlikeNaively(moved, "Envelope", "Body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"</soap:Header>", "</wsse:Security>", "</ds:Signature>", "</soap:Body>", "</soap:Envelope>"})
    void attack01SignedContextElsewhereWithAForgedOneAtItsPlace(String before) throws Exception {
        String moved = without(context, FORGED_CONTEXT).replace(before, wrapped(context, before) + before);
        String parent = "Header";
        if (before.equals("</soap:Body>")) { // the Body is signed, and must not be changed
            moved = Wss4jSender.signed().sign("TenantContext", "Timestamp").text();
            String other = Xml.element(moved, "TenantContext");
            moved = moved.replace(other, FORGED_CONTEXT).replace(before, other + before);
        }
        assertThat(NaiveVerifier.used(moved, TestKey.client().publicKey(), parent, "TenantContext"))
                .hasValue("forged");
        // An unsigned TenantContext at the place is no part of the signature; it never counts as signed.
        refused(moved);
    }

    @ParameterizedTest
    @ValueSource(strings = {"</soap:Header>", "</ds:Signature>", "</soap:Envelope>"})
    void attack01SignedTimestampElsewhereWithAForgedOneAtItsPlace(String before) throws Exception {
        String later = timestamp.replaceAll(" wsu:Id=\"[^\"]*\"", "").replace("<wsu:Created>", "<wsu:Created>forged");
        String attack = without(timestamp, later).replace(before, wrapped(timestamp, before) + before);
        refusedUnlikeNaively(attack, "Security", "Timestamp");
        String genuine = timestamp.replaceAll(" wsu:Id=\"[^\"]*\"", "");
        refused(without(timestamp, genuine).replace(before, wrapped(timestamp, before) + before));
    }

    @Test
    void attack02ForgedBodyAroundTheSignedOne() throws Exception {
        refusedUnlikeNaively(without(body, FORGED_BODY.replace("forged<", "forged" + body + "<")), "Envelope", "Body");
    }

    @Test
    void attack02ForgedContextAroundTheSignedOne() throws Exception {
        refusedUnlikeNaively(
                without(context, FORGED_CONTEXT.replace("forged<", "forged" + context + "<")),
                "Header",
                "TenantContext");
    }

    @Test
    void attack03OneIdentifierTwice() throws Exception {
        String identifier = Xml.attribute(message, "soap:Body", "wsu:Id");
        String wsu = " xmlns:wsu=\"" + Names.WSU + "\" wsu:Id=\"" + identifier + "\"";
        String forged = FORGED_BODY.replaceFirst("<soap:Body", "<soap:Body" + wsu);
        String moved = without(body, forged).replace("</soap:Header>", "<w>" + body + "</w></soap:Header>");
        refusedUnlikeNaively(moved, "Envelope", "Body");
        for (String attribute : new String[] {
            wsu,
            " Id=\"" + identifier + "\"",
            " ID=\"" + identifier + "\"",
            " xml:id=\"" + identifier + "\"",
            " AssertionID=\"" + identifier + "\""
        }) {
            String second = message.replace("</soap:Header>", "<w" + attribute + "/></soap:Header>");
            receiver.refuses(second, "identifier occurs twice");
            new Receiver().profile(Receiver.LENIENT).refuses(second, "identifier occurs twice");
        }
    }

    @Test
    void attack03TwoIdentifiersOfOneElement() {
        String identifier = Xml.attribute(message, "soap:Body", "wsu:Id");
        String both = message.replaceFirst("<soap:Body ", "<soap:Body Id=\"" + identifier + "x\" ");
        refused(both);
        new Receiver().profile(Receiver.LENIENT).refuses(both, "two identifiers");
    }

    @Test
    void attack03TwoKindsOfIdentifiersInOneMessage() throws Exception {
        String mixed =
                PlainIdentifiers.signMixed(Wss4jSender.signed().body("<o/>").text());
        new Receiver().profile(Receiver.LENIENT).refuses(mixed, "two kinds of identifiers");
    }

    /** Both kinds are read at every endpoint, so a copy of either kind must not hide the signed element. */
    @ParameterizedTest
    @ValueSource(strings = {"Id", "wsu:Id", "xml:id", "ID", "AssertionID"})
    void attack03APlainlyIdentifiedBodyElsewhereWithAForgedOneAtItsPlace(String kind) throws Exception {
        String plain = PlainIdentifiers.sign(Wss4jSender.signed().body("<o/>").text());
        new Receiver().profile(Receiver.LENIENT).open(plain);
        String signed = Xml.element(plain, "soap:Body");
        String forged = FORGED_BODY.replaceFirst(
                "<soap:Body", "<soap:Body xmlns:wsu=\"" + Names.WSU + "\" " + kind + "=\"_1\"");
        new Receiver()
                .profile(Receiver.LENIENT)
                .refuses(
                        plain.replace(signed, forged).replace("</soap:Header>", "<w>" + signed + "</w></soap:Header>"));
        new Receiver()
                .profile(Receiver.LENIENT)
                .refuses(plain.replace(signed, FORGED_BODY)
                        .replace("</soap:Header>", "<w>" + signed + "</w></soap:Header>"));
    }

    @Test
    void attack04TwoOfOneElement() {
        String security = Xml.element(message, "wsse:Security");
        String header = Xml.element(message, "soap:Header");
        refused(message.replace("</soap:Envelope>", FORGED_BODY + "</soap:Envelope>"));
        refused(message.replace(body, FORGED_BODY + body));
        refused(message.replace(header, "<soap:Header/>" + header));
        refused(message.replace(header, header + "<soap:Header>" + FORGED_CONTEXT + "</soap:Header>"));
        refused(message.replace(security, security + security));
        refused(message.replace(security, "<wsse:Security xmlns:wsse=\"" + Names.WSSE + "\"/>" + security));
        refused(message.replace(timestamp, timestamp + timestamp));
        refused(message.replace(timestamp, timestamp + timestamp.replaceAll(" wsu:Id=\"[^\"]*\"", "")));
        refused(message.replace(context, context + FORGED_CONTEXT));
        refused(message.replace(context, FORGED_CONTEXT + context));
        String signature = Xml.element(message, "ds:Signature");
        refused(message.replace(signature, signature + signature));
        String token = Xml.element(message, "wsse:BinarySecurityToken");
        refused(message.replace(token, token + token.replaceFirst("wsu:Id=\"", "wsu:Id=\"Y")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "#xpointer(/)", "#xpointer(id('x'))", "http://127.0.0.1:1/", "cid:a", "#a b"})
    void attack05ReferencesToOtherThings(String uri) throws Exception {
        String identifier = Xml.attribute(message, "soap:Body", "wsu:Id");
        receiver.refuses(message.replace("URI=\"#" + identifier + "\"", "URI=\"" + uri + "\""), "URI");
        String token = Xml.attribute(message, "wsse:BinarySecurityToken", "wsu:Id");
        receiver.refuses(message.replace("URI=\"#" + token + "\"", "URI=\"" + uri + "\""), "URI");
    }

    @Test
    void attack05IdentifierWithAReference() {
        String token = Xml.attribute(message, "wsse:BinarySecurityToken", "wsu:Id");
        receiver.refuses(
                message.replace("URI=\"#" + token, "URI=\"#&#" + (int) token.charAt(0) + ";" + token.substring(1)),
                "URI");
        String body = Xml.attribute(message, "soap:Body", "wsu:Id");
        receiver.refuses(
                message.replace(" wsu:Id=\"" + body, " wsu:Id=\"&#" + (int) body.charAt(0) + ";" + body.substring(1)),
                "identifier");
    }

    @Test
    void attack06MarkupThatDividesASignedValue() throws Exception {
        for (String markup : new String[] {"<!-- -->", "<![CDATA[]]>"}) {
            String divided = message.replace("<tenantID>dea", "<tenantID>dea" + markup);
            assertThat(NaiveVerifier.used(divided, TestKey.client().publicKey(), "Header", "TenantContext"))
                    .isPresent();
            refused(divided);
            refused(message.replace("Z</wsu:Created>", markup + "Z</wsu:Created>"));
            refused(message.replaceFirst("(<ds:DigestValue>..)", "$1" + markup));
            refused(message.replaceFirst("(<ds:SignatureValue>..)", "$1" + markup));
            refused(message.replaceFirst("(<wsse:BinarySecurityToken[^>]*>..)", "$1" + markup));
            refused(message.replace("<ds:KeyInfo", markup + "<ds:KeyInfo"));
            refused(message.replace("</wsse:Security>", markup + "</wsse:Security>"));
        }
        refused(message.replace("<tenantID>dea", "<tenantID>dea<?pi?>"));
        refused(message.replace("</wsse:Security>", "<?pi?></wsse:Security>"));
        String amount = receiver.text(message.replace("forged", "fo<!-- -->rg<![CDATA[ed]]>"));
        assertThat(amount).contains("anvil, forged &amp; tested");
    }

    @Test
    void attack06MarkupInSignedInfo() {
        receiver.refuses(message.replaceFirst("<ds:Reference ", "<!-- --><ds:Reference "), "comment");
        receiver.refuses(message.replaceFirst("<ds:Reference ", "<?pi?><ds:Reference "));
        receiver.refuses(message.replaceFirst("<ds:Reference ", "<![CDATA[ ]]><ds:Reference "), "CDATA");
    }

    @Test
    void attack09UnsignedAddressing() throws Exception {
        String block = "<a:To xmlns:a=\"%s\">urn:elsewhere</a:To>";
        for (String namespace : new String[] {Names.ADDRESSING, Names.ADDRESSING_2004}) {
            receiver.refuses(
                    message.replace("</soap:Header>", block.formatted(namespace) + "</soap:Header>"), "WS-Addressing");
        }
        String signedTo = Wss4jSender.signed()
                .blocks("<a:To xmlns:a=\"" + Wss4jSender.WSA + "\">urn:here</a:To>")
                .sign("Timestamp", "Body", "To")
                .text();
        receiver.open(signedTo);
        String to = Xml.element(signedTo, "a:To");
        refusedUnlikeNaively(
                signedTo.replace(to, block.formatted(Wss4jSender.WSA).replace("elsewhere", "forged"))
                        .replace("</soap:Header>", "<w>" + to + "</w></soap:Header>"),
                "Header",
                "To");
        receiver.refuses(
                signedTo.replace(to, to + "<a:ReplyTo xmlns:a=\"" + Wss4jSender.WSA + "\">urn:x</a:ReplyTo>"),
                "WS-Addressing");
    }

    @Test
    void strippedSignatureIsRefused() {
        refused(message.replace(Xml.element(message, "ds:Signature"), ""));
        refused(message.replace(Xml.element(message, "wsse:Security"), ""));
        refused(message.replace(timestamp, ""));
        refused(message.replace(body, FORGED_BODY));
        refused(message.replace("<tenantID>d", "<tenantID>c"));
    }
}
