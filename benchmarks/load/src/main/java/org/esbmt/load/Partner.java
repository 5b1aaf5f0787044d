package org.esbmt.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import javax.crypto.KeyGenerator;
import javax.xml.parsers.DocumentBuilder;
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
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.w3c.dom.Document;

/** A partner with a key of RSA-2048. WSS4J makes its messages and verifies the answers. One thread. */
final class Partner {
    private static final String ALIAS = "partner";
    private static final String PASSWORD = "of the key store";
    private static final int LIFETIME_SECONDS = 290;
    /** AES-GCM is younger than the Basic Security Profile. */
    private static final List<BSPRule> YOUNGER =
            List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421, BSPRule.R5626);

    private final Path file;
    private final KeyStore store = KeyStore.getInstance("PKCS12");
    private final Merlin crypto = new Merlin();
    private final DocumentBuilder parser =
            DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder();
    private final KeyGenerator keys = KeyGenerator.getInstance("AES");

    /** Makes the key by keytool(1). */
    Partner(Path folder) throws Exception {
        WSSConfig.init();
        file = folder.resolve("partner.p12");
        Files.deleteIfExists(file);
        keytool("-genkeypair", "-dname", "CN=partner", "-keyalg", "RSA", "-keysize", "2048");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        crypto.loadProperties(new Properties(), Partner.class.getClassLoader(), null);
        crypto.setKeyStore(store);
        keys.init(128);
    }

    private void keytool(String... task) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(task));
        command.addAll(
                List.of("-alias", ALIAS, "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", file.toString()));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed with " + file);
        }
    }

    X509Certificate certificate() throws Exception {
        return (X509Certificate) store.getCertificate(ALIAS);
    }

    PrivateKey key() throws Exception {
        return (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray());
    }

    /** The certificate in PEM. */
    String pem() throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate().getEncoded()) + "\n-----END CERTIFICATE-----\n";
    }

    /** A PKCS#10 request in PEM, which proves the possession of the key. */
    String certificateRequest(String userId) throws IOException, InterruptedException {
        Path request = file.resolveSibling("partner.csr");
        keytool("-certreq", "-dname", "CN=" + userId, "-file", request.toString());
        return Files.readString(request);
    }

    static X509Certificate certificate(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(UTF_8)));
    }

    /**
     * Signs Timestamp and Body of a message of SOAP 1.1.
     *
     * @param recipient also encrypts the Body's content for this certificate
     */
    byte[] secure(byte[] message, Optional<X509Certificate> recipient) throws Exception {
        Document document = parser.parse(new ByteArrayInputStream(message));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(LIFETIME_SECONDS);
        timestamp.build();
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(ALIAS, PASSWORD);
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.setSignatureAlgorithm(WSConstants.RSA_SHA256);
        signature.setDigestAlgo(WSConstants.SHA256);
        signature.getParts().add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
        signature.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, ""));
        signature.build(crypto);
        if (recipient.isPresent()) {
            encrypt(header, recipient.get());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 8192);
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(out));
        return out.toByteArray();
    }

    private void encrypt(WSSecHeader header, X509Certificate recipient) throws Exception {
        WSSecEncrypt encryption = new WSSecEncrypt(header);
        encryption.setUseThisCert(recipient);
        encryption.setKeyIdentifierType(WSConstants.THUMBPRINT_IDENTIFIER);
        encryption.setKeyEncAlgo(WSConstants.KEYTRANSPORT_RSAOAEP_XENC11);
        encryption.setDigestAlgorithm(WSConstants.SHA256);
        encryption.setMGFAlgorithm(WSConstants.MGF_SHA256);
        encryption.setSymmetricEncAlgorithm(WSConstants.AES_128_GCM);
        encryption.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "Content"));
        encryption.build(crypto, keys.generateKey());
    }

    /** Decrypts an answer, and verifies that the bus has signed it. */
    void verify(String answer, X509Certificate signer) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("bus", signer);
        Merlin verifier = new Merlin();
        verifier.loadProperties(new Properties(), Partner.class.getClassLoader(), null);
        verifier.setKeyStore(trusted);
        verifier.setTrustStore(trusted);
        RequestData data = new RequestData();
        data.setSigVerCrypto(verifier);
        data.setDecCrypto(crypto);
        data.setIgnoredBSPRules(YOUNGER);
        data.setCallbackHandler(callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(PASSWORD));
        boolean signed = new WSSecurityEngine()
                .processSecurityHeader(parser.parse(new ByteArrayInputStream(answer.getBytes(UTF_8))), data)
                .getActionResults()
                .containsKey(WSConstants.SIGN);
        if (!signed) {
            throw new IOException("the answer has no signature: " + answer);
        }
    }
}
