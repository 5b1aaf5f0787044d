package org.esbmt.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Signs messages of SOAP 1.1 by WS-Security, with a certificate of its own. The signature is for Timestamp and Body. */
public final class SignedSoap {
    private static final String WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    private static final String WSU = WSS + "wssecurity-utility-1.0.xsd";
    private static final String WSSE = WSS + "wssecurity-secext-1.0.xsd";
    private static final String ECDSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
    private static final String ALIAS = "signer";
    private static final String PASSWORD = "of the key store";

    private final Path store;
    private final PrivateKey key;
    private final Certificate certificate;

    private SignedSoap(Path store, PrivateKey key, Certificate certificate) {
        this.store = requireNonNull(store, "store");
        this.key = requireNonNull(key, "key");
        this.certificate = requireNonNull(certificate, "certificate");
    }

    /** Makes a key on P-256 and its certificate by keytool. */
    public static SignedSoap make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("signer.p12");
        keytool(file, "-genkeypair", "-dname", "CN=signer", "-keyalg", "EC", "-groupname", "secp256r1");
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new SignedSoap(
                file, (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray()), store.getCertificate(ALIAS));
    }

    private static void keytool(Path store, String... task) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(task));
        command.addAll(List.of(
                "-alias", ALIAS, "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException("keytool failed with " + store);
        }
    }

    /** The certificate in PEM. */
    public String pem() throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** A PKCS#10 request in PEM, which proves the possession of the key to the registration for a user. */
    public String certificateRequest(String userId) throws IOException, InterruptedException {
        Path request = store.resolveSibling("signer.csr");
        keytool(store, "-certreq", "-dname", "CN=" + userId, "-file", request.toString());
        return Files.readString(request);
    }

    /** Makes a message with this element in its Body. */
    public String sign(String request) throws IOException, GeneralSecurityException {
        return sign("", request);
    }

    /**
     * Makes a message with this TenantContext, too.
     *
     * @param context the block of {@link Soap#tenantContext(String, String)}; empty for none
     */
    public String sign(String context, String request) throws IOException, GeneralSecurityException {
        try {
            Document document = parsed(envelope(context, request));
            Element security =
                    (Element) document.getElementsByTagNameNS(WSSE, "Security").item(0);
            Element reference = (Element) document.getElementsByTagNameNS(WSSE, "SecurityTokenReference")
                    .item(0);
            security.removeChild(reference);
            sign(document, security, reference);
            return text(document);
        } catch (MarshalException
                | XMLSignatureException
                | ParserConfigurationException
                | SAXException
                | TransformerException e) {
            throw new IllegalStateException(e);
        }
    }

    private String envelope(String context, String request) throws GeneralSecurityException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String token = Base64.getEncoder().encodeToString(certificate.getEncoded());
        String security = "<wsse:Security xmlns:wsse=\"" + WSSE + "\" xmlns:wsu=\"" + WSU
                + "\" soap:mustUnderstand=\"1\"><wsse:BinarySecurityToken wsu:Id=\"token\" EncodingType=\"" + WSS
                + "soap-message-security-1.0#Base64Binary\" ValueType=\"" + WSS + "x509-token-profile-1.0#X509v3\">"
                + token + "</wsse:BinarySecurityToken><wsu:Timestamp wsu:Id=\"time\"><wsu:Created>" + now
                + "</wsu:Created><wsu:Expires>" + now.plusSeconds(300) + "</wsu:Expires></wsu:Timestamp>"
                + "<wsse:SecurityTokenReference><wsse:Reference URI=\"#token\"/></wsse:SecurityTokenReference>"
                + "</wsse:Security>";
        String named =
                context.replace("<TenantContext ", "<TenantContext xmlns:wsu=\"" + WSU + "\" wsu:Id=\"context\" ");
        return Soap.envelope(security + named, request)
                .replace("<soap:Body>", "<soap:Body xmlns:wsu=\"" + WSU + "\" wsu:Id=\"body\">");
    }

    private void sign(Document document, Element security, Element reference)
            throws GeneralSecurityException, MarshalException, XMLSignatureException {
        XMLSignatureFactory signatures = XMLSignatureFactory.getInstance("DOM");
        List<Reference> references = new ArrayList<>();
        NodeList contexts = document.getElementsByTagNameNS("*", "TenantContext");
        for (String id : contexts.getLength() == 0 ? List.of("time", "body") : List.of("time", "body", "context")) {
            references.add(signatures.newReference(
                    "#" + id,
                    signatures.newDigestMethod(DigestMethod.SHA256, null),
                    List.of(signatures.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null)),
                    null,
                    null));
        }
        DOMSignContext context = new DOMSignContext(key, security);
        context.setDefaultNamespacePrefix("ds");
        identify(context, document.getElementsByTagNameNS(WSU, "Timestamp").item(0));
        identify(context, document.getElementsByTagNameNS("*", "Body").item(0));
        if (contexts.getLength() > 0) {
            identify(context, contexts.item(0));
        }
        signatures
                .newXMLSignature(
                        signatures.newSignedInfo(
                                signatures.newCanonicalizationMethod(
                                        CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
                                signatures.newSignatureMethod(ECDSA_SHA256, null),
                                references),
                        signatures.getKeyInfoFactory().newKeyInfo(List.of(new DOMStructure(reference))))
                .sign(context);
    }

    private static void identify(DOMSignContext context, org.w3c.dom.Node element) {
        context.setIdAttributeNS((Element) element, WSU, "Id");
    }

    private static Document parsed(String message) throws ParserConfigurationException, SAXException, IOException {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(message.getBytes(UTF_8)));
    }

    private static String text(Document document) throws TransformerException {
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }
}
