package org.esbmt.http.bc.internal.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import javax.crypto.KeyGenerator;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.bsp.BSPRule;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecSignatureConfirmation;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.esbmt.testing.http.TestKeys;
import org.w3c.dom.Document;

/** A partner with a key. WSS4J signs and encrypts its messages, and verifies the answers. */
public final class SigningClient {
    private static final WSEncryptionPart TIMESTAMP = new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, "");

    private final String name;
    private final Path store;
    private final KeyStore keys;
    private final Merlin crypto;

    /** @param name of the key, of its certificate, and of the store's file */
    public SigningClient(Path folder, String name) throws Exception {
        this(folder, name, "RSA");
    }

    /** @param algorithm of the key: RSA, or EC on P-256 */
    public SigningClient(Path folder, String name, String algorithm) throws Exception {
        WSSConfig.init();
        this.name = name;
        this.store = TestKeys.store(folder, name, algorithm, "dns:" + name);
        this.keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, TestKeys.PASSWORD.toCharArray());
        }
        this.crypto = new Merlin();
        crypto.loadProperties(new Properties(), SigningClient.class.getClassLoader(), null);
        crypto.setKeyStore(keys);
    }

    public X509Certificate certificate() throws Exception {
        return (X509Certificate) keys.getCertificate(name);
    }

    /** The certificate in PEM. */
    public String pem() throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate().getEncoded()) + "\n-----END CERTIFICATE-----\n";
    }

    /** A PKCS#10 request in PEM, which proves the possession of the key to the registration for a user. */
    public String certificateRequest(String userId) throws Exception {
        return TestKeys.request(store, name, userId);
    }

    public PrivateKey key() throws Exception {
        return (PrivateKey) keys.getKey(name, TestKeys.PASSWORD.toCharArray());
    }

    /** Signs Timestamp, Body, and the TenantContext if there is one. */
    public String sign(String message) throws Exception {
        return secure(message, 300, null);
    }

    /** Signs the Timestamp alone, as .NET does over TLS. */
    public String signTimestamp(String message) throws Exception {
        Document document = parsed(message);
        signature(document, 300, List.of(TIMESTAMP), null);
        return text(document);
    }

    /** Signs as the holder whom an assertion names, and names the key by the identifier of the assertion. */
    public String signAsHolder(String message, String assertion, String identifier) throws Exception {
        Document document = parsed(message);
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        header.getSecurityHeaderElement()
                .appendChild(document.importNode(parsed(assertion).getDocumentElement(), true));
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.build();
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(name, TestKeys.PASSWORD);
        signature.setKeyIdentifierType(WSConstants.CUSTOM_KEY_IDENTIFIER);
        signature.setCustomTokenValueType(WSConstants.WSS_SAML2_KI_VALUE_TYPE);
        signature.setCustomTokenId(identifier);
        signature.setSignatureAlgorithm(WSConstants.RSA_SHA256);
        signature.setDigestAlgo(WSConstants.SHA256);
        signature.getParts().addAll(List.of(TIMESTAMP, new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "")));
        signature.build(crypto);
        return text(document);
    }

    /** The same, with a lifetime in seconds. */
    public String sign(String message, int lifetime) throws Exception {
        return secure(message, lifetime, null);
    }

    /** Signs as {@link #sign(String)}, and encrypts the Body's content for a certificate. */
    public String signAndEncrypt(String message, X509Certificate recipient) throws Exception {
        return secure(message, 300, recipient);
    }

    /** The same with SHA-1 inside of RSA-OAEP. */
    public String signAndEncryptWithSha1(String message, X509Certificate recipient) throws Exception {
        return secure(message, 300, null, recipient, WSConstants.SHA1, WSConstants.MGF_SHA1);
    }

    /**
     * Signs an answer that confirms the signature of a request.
     *
     * @param confirmed the signature; null to confirm none
     * @param recipient encrypts for this certificate; null for no encryption
     */
    public String answer(String message, byte[] confirmed, X509Certificate recipient) throws Exception {
        return secure(message, 300, confirmed, recipient, WSConstants.SHA256, WSConstants.MGF_SHA256);
    }

    private String secure(String message, int lifetime, X509Certificate recipient) throws Exception {
        return secure(message, lifetime, null, recipient, WSConstants.SHA256, WSConstants.MGF_SHA256);
    }

    private String secure(
            String message, int lifetime, byte[] confirmed, X509Certificate recipient, String hash, String mask)
            throws Exception {
        List<WSEncryptionPart> parts =
                new ArrayList<>(List.of(TIMESTAMP, new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "")));
        if (message.contains("TenantContext")) {
            parts.add(new WSEncryptionPart("TenantContext", "urn:esbmt:tenant-context:1", ""));
        }
        Document document = parsed(message);
        WSSecHeader header = signature(document, lifetime, parts, confirmed);
        if (recipient != null) {
            encrypt(header, recipient, hash, mask);
        }
        return text(document);
    }

    private WSSecHeader signature(Document document, int lifetime, List<WSEncryptionPart> parts, byte[] confirmed)
            throws Exception {
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(lifetime);
        timestamp.build();
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(name, TestKeys.PASSWORD);
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.setSignatureAlgorithm(
                key().getAlgorithm().equals("EC") ? WSConstants.ECDSA_SHA256 : WSConstants.RSA_SHA256);
        signature.setDigestAlgo(WSConstants.SHA256);
        signature.getParts().addAll(parts);
        if (confirmed != null) {
            WSSecSignatureConfirmation confirmation = new WSSecSignatureConfirmation(header);
            confirmation.build(confirmed);
            signature.getParts().add(new WSEncryptionPart(confirmation.getId()));
        }
        signature.build(crypto);
        return header;
    }

    private void encrypt(WSSecHeader header, X509Certificate recipient, String hash, String mask) throws Exception {
        WSSecEncrypt encryption = new WSSecEncrypt(header);
        encryption.setUseThisCert(recipient);
        encryption.setKeyIdentifierType(WSConstants.THUMBPRINT_IDENTIFIER);
        encryption.setKeyEncAlgo(WSConstants.KEYTRANSPORT_RSAOAEP_XENC11);
        encryption.setDigestAlgorithm(hash);
        encryption.setMGFAlgorithm(mask);
        encryption.setSymmetricEncAlgorithm(WSConstants.AES_128_GCM);
        encryption.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "Content"));
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        generator.init(128);
        encryption.build(crypto, generator.generateKey());
    }

    /** A verified message in the clear, and the value of its signature. */
    public static final class Opened {
        private final String text;
        private final byte[] signature;

        Opened(String text, byte[] signature) {
            this.text = text;
            this.signature = signature;
        }

        public String text() {
            return text;
        }

        public byte[] signature() {
            return signature;
        }
    }

    /** Decrypts and verifies an answer that this certificate signed; returns its text in the clear. */
    public String opened(String answer, X509Certificate signer) throws Exception {
        return open(answer, signer).text();
    }

    /** Decrypts and verifies a message that this certificate signed. Its Timestamp and Body must be signed. */
    public Opened open(String answer, X509Certificate signer) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("bus", signer);
        Merlin verifier = new Merlin();
        verifier.loadProperties(new Properties(), SigningClient.class.getClassLoader(), null);
        verifier.setKeyStore(trusted);
        verifier.setTrustStore(trusted);
        Document document = parsed(answer);
        RequestData data = new RequestData();
        data.setSigVerCrypto(verifier);
        data.setDecCrypto(crypto);
        data.setIgnoredBSPRules(List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421, BSPRule.R5626));
        data.setCallbackHandler(callbacks -> {
            for (javax.security.auth.callback.Callback each : callbacks) {
                ((WSPasswordCallback) each).setPassword(TestKeys.PASSWORD);
            }
        });
        List<WSSecurityEngineResult> signatures = new WSSecurityEngine()
                .processSecurityHeader(document, data)
                .getActionResults()
                .getOrDefault(WSConstants.SIGN, List.of());
        if (signatures.size() != 1) {
            throw new AssertionError("the message has no signature: " + answer);
        }
        List<String> signed = ((List<?>) signatures.get(0).get(WSSecurityEngineResult.TAG_DATA_REF_URIS))
                .stream().map(r -> ((WSDataRef) r).getName().getLocalPart()).toList();
        if (!signed.containsAll(List.of("Timestamp", "Body"))) {
            throw new AssertionError("only signed: " + signed);
        }
        return new Opened(text(document), (byte[]) signatures.get(0).get(WSSecurityEngineResult.TAG_SIGNATURE_VALUE));
    }

    private static Document parsed(String message) throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(message.getBytes(UTF_8)));
    }

    private static String text(Document document) throws Exception {
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }
}
