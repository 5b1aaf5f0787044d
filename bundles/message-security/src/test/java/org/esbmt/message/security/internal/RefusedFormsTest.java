package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Base64;
import java.util.function.UnaryOperator;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attacks 17, 23, 31 and 34 in the parts of a Security block that no signature covers: whoever carries a message can change
 * them. Each message is refused by its own rule.
 */
class RefusedFormsTest {
    private static final String AES_128 = "xmlenc11#aes128-gcm";
    private static final String OAEP = "http://www.w3.org/2009/xmlenc11#rsa-oaep";
    private static final String OAEP_MGF1P = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";

    private final Receiver receiver = new Receiver();
    private final Forger forger;
    private String signed;
    private String encrypted;

    RefusedFormsTest() throws Exception {
        forger = new Forger();
    }

    @BeforeEach
    void makeMessages() throws Exception {
        signed = Wss4jSender.signed().text();
        encrypted = encrypted(forger, "Content");
        receiver.open(signed);
        receiver.open(encrypted);
    }

    private String encrypted(Forger by, String type) throws Exception {
        String content = Xml.text(signed, "soap:Body");
        return by.complete(signed.replace(content, by.data(content, type)));
    }

    /** Changes one element of a message, and tells that there was something to change. */
    private static String within(String message, String element, UnaryOperator<String> change) {
        String before = Xml.element(message, element);
        String after = change.apply(before);
        assertThat(after).isNotEqualTo(before);
        return message.replace(before, after);
    }

    private static String added(String message, String block) {
        return message.replace("</wsse:Security>", block + "</wsse:Security>");
    }

    private static String references(String content) {
        return "<x:ReferenceList xmlns:x=\"" + Names.XENC + "\">" + content + "</x:ReferenceList>";
    }

    // ---- keys

    @Test
    void attack14TwoMasks() {
        String mask = Xml.element(encrypted, "x:EncryptionMethod").replaceAll("^.*(<m:MGF[^>]*/>).*$", "$1");
        receiver.refuses(
                within(encrypted, "x:EncryptedKey", k -> k.replace(mask, mask + mask)),
                "There are two mask generation functions.");
        receiver.profile(Receiver.LENIENT)
                .refuses(
                        within(encrypted, "x:EncryptedKey", k -> k.replace(OAEP + '"', OAEP_MGF1P + '"')),
                        "Two mask generation functions differ.");
    }

    @Test
    void attack32WrappedKeyOfAnotherLength() throws Exception {
        Forger shorter = new Forger().wrapped(new byte[255]);
        receiver.refuses(encrypted(shorter, "Content"), "A wrapped key has another length than the key that wraps it.");
    }

    @Test
    void attack17KeysThatAreNamedInOtherWays() {
        receiver.refuses(
                within(encrypted, "x:EncryptedKey", k -> k.replace(Names.THUMBPRINT, "urn:name")),
                "A key is named in a way that is not accepted.");
        String thumbprint = Xml.text(Xml.element(encrypted, "x:EncryptedKey"), "wsse:KeyIdentifier");
        String shorter = Base64.getEncoder().encodeToString(new byte[19]);
        receiver.refuses(encrypted.replace(thumbprint, shorter), "The identifier of a key has another length.");
        receiver.refuses(
                encrypted.replace("<wsse:Reference URI=\"#K\"/>", "<wsse:Reference URI=\"#K\" ValueType=\"urn:x\"/>"),
                "A token has a type that is not accepted.");
        receiver.refuses(encrypted.replace("<wsse:Reference URI=\"#K\"/>", ""), "A SecurityTokenReference is empty.");
    }

    @Test
    void attack17SignersThatAreNamedInOtherWays() {
        receiver.refuses(
                within(signed, "ds:Signature", s -> s.replace("#X509v3", "#X509PKIPathv1")),
                "A token has a type that is not accepted.");
        receiver.refuses(
                within(signed, "wsse:BinarySecurityToken", t -> t.replace("#X509v3", "#X509PKIPathv1")),
                "The token is not an X.509 certificate.");
        receiver.refuses(
                within(signed, "wsse:BinarySecurityToken", t -> t.replace("#Base64Binary", "#HexBinary")),
                "A token is not in Base64.");
        receiver.refuses(
                within(signed, "wsse:SecurityTokenReference", r -> r.replaceFirst("URI=\"#", "URI=\"#other")),
                "The signer's certificate is missing.");
        receiver.refuses(
                within(signed, "wsse:SecurityTokenReference", r -> r.replaceFirst("<wsse:Reference[^>]*/>", "")),
                "A SecurityTokenReference is empty.");
    }

    // ---- encrypted data

    @Test
    void attack31ListsOfReferences() {
        receiver.refuses(
                added(encrypted, references("<x:DataReference URI=\"#forged-0\"/>")),
                "There are two lists of references.");
        receiver.refuses(added(signed, references("")), "A list of references is empty.");
        receiver.refuses(
                added(signed, references("<x:DataReference URI=\"#forged-0\"/>")),
                "The key of encrypted content is missing.");
    }

    @Test
    void attack31DataOfAnotherForm() throws Exception {
        receiver.refuses(encrypted(new Forger(), "Element"), "Encrypted data has a type that is not accepted here.");
        receiver.refuses(encrypted.replace(" Id=\"forged-0\"", ""), "Encrypted data has no identifier.");
        receiver.refuses(
                signed.replace("</soap:Header>", "<e:EncryptedHeader xmlns:e=\"" + Names.WSSE11 + "\"/></soap:Header>"),
                "An EncryptedHeader has no encrypted data.");
    }

    @Test
    void attack31OneKeyForTwoCiphers() throws Exception {
        Forger two = new Forger();
        String context = Xml.element(signed, "TenantContext");
        String content = Xml.text(signed, "soap:Body");
        String message = signed.replace(context, two.header(context)).replace(content, two.data(content, "Content"));
        String whole = two.complete(message);
        receiver.open(whole);
        int last = whole.lastIndexOf(AES_128);
        receiver.refuses(
                whole.substring(0, last) + whole.substring(last).replace(AES_128, "xmlenc11#aes256-gcm"),
                "Parts are encrypted in different ways by one key.");
    }

    @Test
    void attack34Base64WithoutItsEnd() {
        String value = Xml.text(Xml.element(encrypted, "x:EncryptedKey"), "x:CipherValue");
        assertThat(value).endsWith("==");
        receiver.refuses(
                encrypted.replace(value, value.substring(0, value.length() - 2)),
                "There is a value that is not Base64.");
    }

    // ---- signatures

    @Test
    void attack23UnsignedTimestamp() throws Exception {
        receiver.refuses(Wss4jSender.signed().sign("Body").text(), "The Timestamp is not signed.");
    }

    @Test
    void attack03TimestampAndBodyWithOneIdentifier() {
        String timestamp = Xml.attribute(signed, "wsu:Timestamp", "wsu:Id");
        String body = Xml.attribute(signed, "soap:Body", "wsu:Id");
        receiver.refuses(
                signed.replace("wsu:Id=\"" + body, "wsu:Id=\"" + timestamp), "Two elements have one identifier.");
    }

    @Test
    void signatureThatCoversNothingIsRefused() {
        receiver.refuses(signed.replaceAll("<ds:Reference .*</ds:Reference>", ""), "The signature covers nothing.");
    }

    @Test
    void malformedReferencesAreRefused() {
        receiver.refuses(
                signed.replaceFirst("<ds:DigestValue>[^<]*", "<ds:DigestValue>AAAA"), "A digest has another length.");
        receiver.refuses(signed.replaceFirst("<ds:DigestValue>[^<]*", "<ds:DigestValue>"), "A value is missing.");
        receiver.refuses(
                signed.replaceFirst("<ds:DigestMethod Algorithm=\"[^\"]*\"", "<ds:DigestMethod"),
                "There is no Algorithm.");
        receiver.refuses(signed.replaceFirst(" PrefixList=\"[^\"]*\"", ""), "There is no list of prefixes.");
        receiver.refuses(
                signed.replaceFirst("<ds:SignatureValue>", "<ds:SignatureValue><!-- -->"), "A value is missing.");
        receiver.refuses(
                signed.replaceFirst("</ds:SignatureValue>", "<!-- --></ds:SignatureValue>"),
                "There is markup within a value.");
        receiver.refuses(signed.replaceFirst("</ds:KeyInfo>", "text</ds:KeyInfo>"), "There is text between elements.");
    }

    // ---- sizes

    @Test
    void attack33LargeMessage() {
        SecurityProfile small = new SecurityProfile(
                1024, false, false, false, SecurityProfile.STRICT.lifetime(), SecurityProfile.STRICT.skew());
        SecurityRefusedException refused = catchThrowableOfType(
                SecurityRefusedException.class, () -> new WsSecurity().read(signed.getBytes(UTF_8), small));
        assertThat(refused).hasMessage("The message is too large.");
        assertThat(refused.reason()).isEqualTo(Reason.LIMIT);
    }
}
