package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.List;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecSignatureConfirmation;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.w3c.dom.Document;

/** Signs and encrypts messages by WSS4J's own builders. A builder; each message is new. */
public final class Wss4jSender {
    public static final String CONTEXT_NS = "urn:esbmt:tenant-context:1";
    public static final String WSA = "http://www.w3.org/2005/08/addressing";
    public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

    private TestKey signer = TestKey.client();
    private TestKey recipient = TestKey.bus();
    private String soap = WSConstants.URI_SOAP11_ENV;
    private String body =
            "<o:order xmlns:o=\"urn:acme:orders\" number=\"7\"><o:item>anvil, forged &amp; tested</o:item></o:order>";
    private String context =
            "<TenantContext xmlns=\"" + CONTEXT_NS + "\"><tenantID>deacdf31-fd22-41f3-ab19-6fae3a5ef050</tenantID>"
                    + "<userID>fe63d582-6422-4b8a-9655-a0ad67dce62c</userID></TenantContext>";
    private String blocks = "";
    private List<String> signed = List.of("TenantContext", "Timestamp", "Body");
    private List<String> encrypted = List.of();
    private String signatureMethod = RSA_SHA256;
    private String digest = DigestMethod.SHA256;
    private String canonicalization = WSConstants.C14N_EXCL_OMIT_COMMENTS;
    private int signerReference = WSConstants.BST_DIRECT_REFERENCE;
    private int recipientReference = WSConstants.THUMBPRINT_IDENTIFIER;
    private String cipher = WSConstants.AES_128_GCM;
    private String transport = WSConstants.KEYTRANSPORT_RSAOAEP_XENC11;
    private String transportDigest = WSConstants.SHA256;
    private String mgf = WSConstants.MGF_SHA256;
    private int seconds = 300;
    private List<byte[]> confirmed = List.of();
    private boolean signsConfirmation = true;
    private boolean timestampLast;
    private String assertion = "";
    private String assertionId = "";

    public static Wss4jSender signed() {
        return new Wss4jSender();
    }

    /** TenantContext and Body are encrypted, too. */
    public static Wss4jSender encrypted() {
        return new Wss4jSender().encrypt("TenantContext", "Body");
    }

    public Wss4jSender by(TestKey key, String method) {
        signer = key;
        signatureMethod = method;
        return this;
    }

    public Wss4jSender to(TestKey key, int reference) {
        recipient = key;
        recipientReference = reference;
        return this;
    }

    public Wss4jSender soap12() {
        soap = WSConstants.URI_SOAP12_ENV;
        return this;
    }

    public Wss4jSender body(String xml) {
        body = xml;
        return this;
    }

    public Wss4jSender noContext() {
        context = "";
        signed = List.of("Timestamp", "Body");
        return this;
    }

    /** Further header blocks. */
    public Wss4jSender blocks(String xml) {
        blocks = xml;
        return this;
    }

    public Wss4jSender sign(String... parts) {
        signed = List.of(parts);
        return this;
    }

    public Wss4jSender encrypt(String... parts) {
        encrypted = List.of(parts);
        return this;
    }

    public Wss4jSender digest(String uri) {
        digest = uri;
        return this;
    }

    public Wss4jSender canonicalization(String uri) {
        canonicalization = uri;
        return this;
    }

    public Wss4jSender signerReference(int form) {
        signerReference = form;
        return this;
    }

    public Wss4jSender cipher(String uri) {
        cipher = uri;
        return this;
    }

    public Wss4jSender transport(String uri, String hash, String mask) {
        transport = uri;
        transportDigest = hash;
        mgf = mask;
        return this;
    }

    public Wss4jSender seconds(int lifetime) {
        seconds = lifetime;
        return this;
    }

    /** An answer that confirms the signatures of requests. */
    public Wss4jSender confirm(byte[]... signatures) {
        confirmed = List.of(signatures);
        return this;
    }

    public Wss4jSender unsignedConfirmation() {
        signsConfirmation = false;
        return this;
    }

    /** Names the key by an assertion of SAML 2.0; an empty identifier leaves it to the signer's reference. */
    public Wss4jSender assertion(String xml, String id) {
        assertion = xml;
        assertionId = id;
        return this;
    }

    public Wss4jSender timestampLast() {
        timestampLast = true;
        return this;
    }

    public String plain() {
        return "<soap:Envelope xmlns:soap=\"" + soap + "\"><soap:Header>" + context + blocks
                + "</soap:Header><soap:Body>" + body + "</soap:Body></soap:Envelope>";
    }

    public byte[] bytes() throws Exception {
        return text().getBytes(UTF_8);
    }

    public String text() throws Exception {
        WSSConfig.init();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(plain().getBytes(UTF_8)));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(seconds);
        timestamp.build();
        if (!assertion.isEmpty()) {
            org.w3c.dom.Node token = factory.newDocumentBuilder()
                    .parse(new ByteArrayInputStream(assertion.getBytes(UTF_8)))
                    .getDocumentElement();
            header.getSecurityHeaderElement().appendChild(document.importNode(token, true));
        }
        if (!signed.isEmpty()) {
            WSSecSignature signature = new WSSecSignature(header);
            signature.setUserInfo(TestKey.ALIAS, TestKey.PASSWORD);
            signature.setSignatureAlgorithm(signatureMethod);
            signature.setDigestAlgo(digest);
            signature.setSigCanonicalization(canonicalization);
            signature.setKeyIdentifierType(signerReference);
            if (!assertionId.isEmpty()) {
                signature.setKeyIdentifierType(WSConstants.CUSTOM_KEY_IDENTIFIER);
                signature.setCustomTokenValueType(WSConstants.WSS_SAML2_KI_VALUE_TYPE);
                signature.setCustomTokenId(assertionId);
            }
            signed.forEach(p -> signature.getParts().add(part(p, "Element")));
            for (byte[] value : confirmed) {
                WSSecSignatureConfirmation confirmation = new WSSecSignatureConfirmation(header);
                confirmation.build(value);
                if (signsConfirmation) {
                    signature.getParts().add(new WSEncryptionPart(confirmation.getId()));
                }
            }
            signature.build(signer.crypto(recipient));
        }
        if (!encrypted.isEmpty()) {
            encrypt(header);
        }
        if (timestampLast) {
            org.w3c.dom.Element security = header.getSecurityHeaderElement();
            security.appendChild(timestamp.getElement());
        }
        return text(document);
    }

    private void encrypt(WSSecHeader header) throws Exception {
        WSSecEncrypt encryption = new WSSecEncrypt(header);
        encryption.setUserInfo("other");
        encryption.setKeyIdentifierType(recipientReference);
        encryption.setSymmetricEncAlgorithm(cipher);
        encryption.setKeyEncAlgo(transport);
        encryption.setDigestAlgorithm(transportDigest);
        encryption.setMGFAlgorithm(mgf);
        encrypted.forEach(p -> encryption.getParts().add(part(p, p.equals("Body") ? "Content" : "Header")));
        encryption.build(
                signer.crypto(recipient), KeyUtils.getKeyGenerator(cipher).generateKey());
    }

    private WSEncryptionPart part(String name, String how) {
        String namespace =
                switch (name) {
                    case "Body" -> soap;
                    case "Timestamp" -> WSConstants.WSU_NS;
                    case "TenantContext" -> CONTEXT_NS;
                    default -> WSA;
                };
        return new WSEncryptionPart(name, namespace, how);
    }

    static String text(Document document) throws Exception {
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }
}
