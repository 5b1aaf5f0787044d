package org.esbmt.message.security.internal.outgoing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Base64;
import java.util.List;
import org.esbmt.message.security.api.OutgoingSecurity.UsernameToken;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.Oaep;

/** Writes the elements of WS-Security. Those that are signed are written in exclusive canonical form. */
final class SecurityXml {
    private static final Base64.Encoder BASE64 = Base64.getEncoder();
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final String WSU = " xmlns:wsu=\"" + Names.WSU + "\"";
    private static final String DS = " xmlns:ds=\"" + Names.DS + "\"";

    private final String prefix;

    /** @param prefix of identifiers */
    SecurityXml(String prefix) {
        this.prefix = prefix;
    }

    void begin(StringBuilder out, String soap) {
        out.append("<wsse:Security xmlns:wsse=\"")
                .append(Names.WSSE)
                .append('"')
                .append(WSU);
        out.append(" xmlns:soap=\"").append(soap).append("\" soap:mustUnderstand=\"1\">");
    }

    void end(StringBuilder out) {
        out.append("</wsse:Security>");
    }

    void encryptedKey(StringBuilder out, byte[] thumbprint, String wrapped) {
        out.append("<xenc:EncryptedKey xmlns:xenc=\"")
                .append(Names.XENC)
                .append("\" Id=\"")
                .append(prefix)
                .append("key\">");
        out.append("<xenc:EncryptionMethod Algorithm=\"")
                .append(Oaep.URI)
                .append("\"><ds:DigestMethod")
                .append(DS);
        out.append(" Algorithm=\"").append(DigestAlgorithm.SHA256.uri()).append("\"/><xenc11:MGF xmlns:xenc11=\"");
        out.append(Names.XENC11)
                .append("\" Algorithm=\"")
                .append(Oaep.MGF1_SHA256_URI)
                .append("\"/></xenc:EncryptionMethod>");
        out.append("<ds:KeyInfo")
                .append(DS)
                .append("><wsse:SecurityTokenReference><wsse:KeyIdentifier EncodingType=\"");
        out.append(Names.BASE64)
                .append("\" ValueType=\"")
                .append(Names.THUMBPRINT)
                .append("\">");
        out.append(BASE64.encodeToString(thumbprint))
                .append("</wsse:KeyIdentifier></wsse:SecurityTokenReference></ds:KeyInfo>");
        out.append("<xenc:CipherData><xenc:CipherValue>")
                .append(wrapped)
                .append("</xenc:CipherValue></xenc:CipherData>");
        out.append("<xenc:ReferenceList><xenc:DataReference URI=\"#")
                .append(prefix)
                .append("data\"/></xenc:ReferenceList>");
        out.append("</xenc:EncryptedKey>");
    }

    void token(StringBuilder out, byte[] certificate) {
        out.append("<wsse:BinarySecurityToken EncodingType=\"")
                .append(Names.BASE64)
                .append("\" ValueType=\"");
        out.append(Names.X509V3).append("\" wsu:Id=\"").append(prefix).append("token\">");
        out.append(BASE64.encodeToString(certificate)).append("</wsse:BinarySecurityToken>");
    }

    /** In canonical form. */
    String timestamp(Instant created, Instant expires) {
        return "<wsu:Timestamp" + WSU + " wsu:Id=\"" + prefix + "time\"><wsu:Created>" + TIME.format(created)
                + "</wsu:Created><wsu:Expires>" + TIME.format(expires) + "</wsu:Expires></wsu:Timestamp>";
    }

    /** In canonical form. */
    String confirmation(String signature) {
        return "<wsse11:SignatureConfirmation xmlns:wsse11=\"" + Names.WSSE11 + "\"" + WSU + " Value=\"" + signature
                + "\" wsu:Id=\"" + confirmation() + "\"></wsse11:SignatureConfirmation>";
    }

    /** The identifier of the SignatureConfirmation. */
    String confirmation() {
        return prefix + "confirmed";
    }

    /** In canonical form. */
    String signedInfo(String algorithm, String timestampDigest, List<String> identifiers, List<String> digests) {
        StringBuilder out = new StringBuilder(2048);
        out.append("<ds:SignedInfo")
                .append(DS)
                .append("><ds:CanonicalizationMethod Algorithm=\"")
                .append(Names.EXCLUSIVE);
        out.append("\"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"")
                .append(algorithm);
        out.append("\"></ds:SignatureMethod>");
        reference(out, prefix + "time", timestampDigest);
        for (int i = 0; i < digests.size(); i++) {
            reference(out, identifiers.get(i), digests.get(i));
        }
        return out.append("</ds:SignedInfo>").toString();
    }

    private static void reference(StringBuilder out, String identifier, String digest) {
        out.append("<ds:Reference URI=\"#").append(identifier).append("\"><ds:Transforms><ds:Transform Algorithm=\"");
        out.append(Names.EXCLUSIVE).append("\"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm=\"");
        out.append(DigestAlgorithm.SHA256.uri())
                .append("\"></ds:DigestMethod><ds:DigestValue>")
                .append(digest);
        out.append("</ds:DigestValue></ds:Reference>");
    }

    /** The certificate that {@link #token} has written. */
    KeyName certificate() {
        return new KeyName(prefix + "token", Names.X509V3);
    }

    /** The key that {@link #encryptedKey} has written. */
    KeyName wrappedKey() {
        return new KeyName(prefix + "key", Names.ENCRYPTED_KEY_TYPE);
    }

    /** Names encrypted content whose key stands elsewhere. */
    void referenceList(StringBuilder out) {
        out.append("<xenc:ReferenceList xmlns:xenc=\"").append(Names.XENC);
        out.append("\"><xenc:DataReference URI=\"#").append(prefix).append("data\"/></xenc:ReferenceList>");
    }

    void signature(StringBuilder out, String signedInfo, byte[] value, KeyName key) {
        out.append("<ds:Signature").append(DS).append('>').append(signedInfo).append("<ds:SignatureValue>");
        out.append(BASE64.encodeToString(value))
                .append("</ds:SignatureValue><ds:KeyInfo><wsse:SecurityTokenReference>");
        out.append("<wsse:Reference URI=\"#")
                .append(key.identifier())
                .append("\" ValueType=\"")
                .append(key.type());
        out.append("\"/></wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>");
    }

    void usernameToken(StringBuilder out, UsernameToken token, byte[] nonce, Instant created) {
        out.append("<wsse:UsernameToken wsu:Id=\"").append(prefix).append("user\"><wsse:Username>");
        escaped(out, token.user());
        out.append("</wsse:Username><wsse:Password Type=\"")
                .append(Names.PASSWORD_TEXT)
                .append("\">");
        escaped(out, token.password());
        out.append("</wsse:Password><wsse:Nonce EncodingType=\"")
                .append(Names.BASE64)
                .append("\">");
        out.append(BASE64.encodeToString(nonce)).append("</wsse:Nonce><wsu:Created>");
        out.append(TIME.format(created)).append("</wsu:Created></wsse:UsernameToken>");
    }

    /** Tells whether a text has only characters of XML (XML 1.0, production 2), each as it is. */
    static boolean isText(String text) {
        return text.codePoints()
                .allMatch(c -> c == '\t'
                        || (c >= ' ' && c < Character.MIN_SURROGATE)
                        || (c > Character.MAX_SURROGATE && c < 0xFFFE)
                        || c > 0xFFFF);
    }

    private static void escaped(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                default -> out.append(c);
            }
        }
    }

    byte[] encryptedData(ContentCipher cipher, byte[] content, KeyName key) {
        byte[] value = BASE64.encode(content);
        ByteArrayOutputStream out = new ByteArrayOutputStream(value.length + 1024);
        write(
                out,
                "<xenc:EncryptedData xmlns:xenc=\"" + Names.XENC + "\" Id=\"" + prefix + "data\" Type=\""
                        + Names.CONTENT
                        + "\"><xenc:EncryptionMethod Algorithm=\"" + cipher.uri() + "\"/><ds:KeyInfo" + DS
                        + "><wsse:SecurityTokenReference xmlns:wsse=\"" + Names.WSSE + "\" xmlns:wsse11=\""
                        + Names.WSSE11
                        + "\" wsse11:TokenType=\"" + key.type() + "\"><wsse:Reference URI=\"#" + key.identifier()
                        + "\"/></wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>");
        out.write(value, 0, value.length);
        write(out, "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>");
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, String text) {
        byte[] ascii = text.getBytes(US_ASCII);
        out.write(ascii, 0, ascii.length);
    }
}
