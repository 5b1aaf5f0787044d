package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.derivedKey.ConversationConstants;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.message.WSSecDKEncrypt;
import org.apache.wss4j.dom.message.WSSecDKSign;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.token.SecurityContextToken;
import org.esbmt.message.security.api.Session;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.w3c.dom.Document;

/** Signs and encrypts messages under a session by WSS4J's own builders. A builder; each message is new. */
public final class SessionSender {
    public static final String IDENTIFIER = "urn:esbmt:session:of-alice";
    private static final String HMAC_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";

    private int version = ConversationConstants.VERSION_05_12;
    private String soap = WSConstants.URI_SOAP11_ENV;
    private String identifier = IDENTIFIER;
    private byte[] secret = session().key();
    private String tokenReference = "sct";
    private String signatureMethod = HMAC_SHA256;
    private int signatureLength = 32;
    private String cipher;
    private int contentLength;
    private String body = "<o:order xmlns:o=\"urn:acme:orders\" number=\"7\">anvil</o:order>";

    /** A session that began now, of the owner of {@link TestKey#client()}. */
    public static Session session() {
        return session((byte) 7);
    }

    public static Session session(byte keys) {
        byte[] key = new byte[Session.KEY_BYTES];
        Arrays.fill(key, keys);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new Session(
                TenantId.of("deacdf31-fd22-41f3-ab19-6fae3a5ef050"),
                UserId.of("fe63d582-6422-4b8a-9655-a0ad67dce62c"),
                CertificateDigest.of(TestKey.client().certificate()),
                now,
                now.plusSeconds(3600),
                key);
    }

    public SessionSender february2005() {
        version = ConversationConstants.VERSION_05_02;
        return this;
    }

    public SessionSender soap12() {
        soap = WSConstants.URI_SOAP12_ENV;
        return this;
    }

    public SessionSender identifier(String other) {
        identifier = other;
        return this;
    }

    public SessionSender secret(byte[] other) {
        secret = other;
        return this;
    }

    /** The {@code wsu:Id} that the derived keys name. */
    public SessionSender tokenReference(String other) {
        tokenReference = other;
        return this;
    }

    public SessionSender signatureMethod(String uri) {
        signatureMethod = uri;
        return this;
    }

    public SessionSender signatureLength(int bytes) {
        signatureLength = bytes;
        return this;
    }

    public SessionSender encrypt(String uri, int keyBytes) {
        cipher = uri;
        contentLength = keyBytes;
        return this;
    }

    public SessionSender encrypt() {
        return encrypt(WSConstants.AES_128_GCM, 16);
    }

    public SessionSender body(String xml) {
        body = xml;
        return this;
    }

    public byte[] bytes() throws Exception {
        return text().getBytes(UTF_8);
    }

    public String text() throws Exception {
        WSSConfig.init();
        String plain = "<soap:Envelope xmlns:soap=\"" + soap + "\"><soap:Header/><soap:Body>" + body
                + "</soap:Body></soap:Envelope>";
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(plain.getBytes(UTF_8)));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        SecurityContextToken token = new SecurityContextToken(version, document, identifier);
        token.setID("sct");
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(300);
        timestamp.build();
        WSSecDKSign signature = new WSSecDKSign(header);
        signature.setWscVersion(version);
        signature.setTokenIdentifier(tokenReference);
        signature.setCustomValueType(token.getTokenType());
        signature.setSignatureAlgorithm(signatureMethod);
        signature.setDigestAlgorithm(WSConstants.SHA256);
        signature.setDerivedKeyLength(signatureLength);
        signature.getParts().add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
        signature.getParts().add(new WSEncryptionPart("Body", soap, ""));
        signature.build(secret);
        if (cipher != null) {
            WSSecDKEncrypt encryption = new WSSecDKEncrypt(header);
            encryption.setWscVersion(version);
            encryption.setTokenIdentifier(tokenReference);
            encryption.setCustomValueType(token.getTokenType());
            encryption.setSymmetricEncAlgorithm(cipher);
            encryption.setDerivedKeyLength(contentLength);
            encryption.getParts().add(new WSEncryptionPart("Body", soap, "Content"));
            encryption.build(secret);
        }
        org.w3c.dom.Element security = header.getSecurityHeaderElement();
        security.insertBefore(token.getElement(), security.getFirstChild());
        return Wss4jSender.text(document);
    }
}
