package org.esbmt.testing.saml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.security.Key;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.ExcC14NParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** An assertion that is not signed yet. A builder; {@link #sign} may be called several times. */
public final class SamlDraft {
    public static final String SAML = "urn:oasis:names:tc:SAML:2.0:assertion";
    public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    private static final String METHOD = "urn:oasis:names:tc:SAML:2.0:cm:";

    private final String issuer;
    private final String subject;
    private final String id = "_" + UUID.randomUUID();
    private final List<UnaryOperator<String>> edits = new ArrayList<>();
    private Key key;
    private String algorithm = RSA_SHA256;
    private String digest = DigestMethod.SHA256;
    private List<String> transforms = List.of(Transform.ENVELOPED, CanonicalizationMethod.EXCLUSIVE);
    private String canonicalization = CanonicalizationMethod.EXCLUSIVE;
    private X509Certificate shown;
    private X509Certificate holder;
    private String audience = SamlIssuer.AUDIENCE;
    private String recipient = "";
    private Instant now = Instant.now();

    SamlDraft(String issuer, String subject, Key key) {
        this.issuer = issuer;
        this.subject = subject;
        this.key = key;
    }

    /** The attribute ID. */
    public String id() {
        return id;
    }

    public SamlDraft holder(X509Certificate certificate) {
        holder = certificate;
        return this;
    }

    public SamlDraft at(Instant moment) {
        now = moment;
        return this;
    }

    public SamlDraft audience(String other) {
        audience = other;
        return this;
    }

    public SamlDraft recipient(String url) {
        recipient = " Recipient=\"" + url + "\"";
        return this;
    }

    /** Signs with another key or algorithm. */
    public SamlDraft by(Key other, String uri) {
        key = other;
        algorithm = uri;
        return this;
    }

    public SamlDraft digest(String uri) {
        digest = uri;
        return this;
    }

    public SamlDraft transforms(String... uris) {
        transforms = List.of(uris);
        return this;
    }

    public SamlDraft canonicalization(String uri) {
        canonicalization = uri;
        return this;
    }

    /** Shows a certificate in the signature's KeyInfo. */
    public SamlDraft show(X509Certificate certificate) {
        shown = certificate;
        return this;
    }

    /** Changes the text before it is signed. */
    public SamlDraft edit(String from, String to) {
        edits.add(text -> {
            if (!text.contains(from)) {
                throw new IllegalArgumentException(from + " is not in " + text);
            }
            return text.replace(from, to);
        });
        return this;
    }

    /** The text without a signature. */
    public String unsigned() {
        Instant start = now.truncatedTo(ChronoUnit.MILLIS);
        Instant end = start.plus(Duration.ofHours(1));
        String text = "<saml2:Assertion xmlns:saml2=\"" + SAML + "\" ID=\"" + id + "\" IssueInstant=\"" + start
                + "\" Version=\"2.0\"><saml2:Issuer>" + issuer + "</saml2:Issuer><saml2:Subject><saml2:NameID>"
                + subject
                + "</saml2:NameID>" + confirmation(end) + "</saml2:Subject><saml2:Conditions NotBefore=\"" + start
                + "\" NotOnOrAfter=\"" + end + "\"><saml2:AudienceRestriction><saml2:Audience>" + audience
                + "</saml2:Audience></saml2:AudienceRestriction></saml2:Conditions><saml2:AuthnStatement AuthnInstant=\""
                + start + "\"><saml2:AuthnContext><saml2:AuthnContextClassRef>"
                + "urn:oasis:names:tc:SAML:2.0:ac:classes:X509</saml2:AuthnContextClassRef></saml2:AuthnContext>"
                + "</saml2:AuthnStatement><saml2:AttributeStatement><saml2:Attribute Name=\"role\">"
                + "<saml2:AttributeValue xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"xs:string\""
                + " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">buyer &amp; seller</saml2:AttributeValue>"
                + "</saml2:Attribute></saml2:AttributeStatement></saml2:Assertion>";
        for (UnaryOperator<String> edit : edits) {
            text = edit.apply(text);
        }
        return text;
    }

    private String confirmation(Instant end) {
        String open = "<saml2:SubjectConfirmation Method=\"" + METHOD + (holder == null ? "bearer" : "holder-of-key")
                + "\"><saml2:SubjectConfirmationData";
        String bounds = " NotOnOrAfter=\"" + end + "\"" + recipient;
        String close = "</saml2:SubjectConfirmation>";
        if (holder == null) {
            return open + bounds + "/>" + close;
        }
        try {
            return open + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                    + " xsi:type=\"saml2:KeyInfoConfirmationDataType\"" + bounds
                    + "><ds:KeyInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"><ds:X509Data><ds:X509Certificate>"
                    + Base64.getMimeEncoder()
                            .encodeToString(holder.getEncoded())
                            .replace("\r", "")
                    + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></saml2:SubjectConfirmationData>" + close;
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The signed assertion. */
    public String sign() {
        try {
            Document document = parsed(unsigned());
            Element assertion = document.getDocumentElement();
            assertion.setIdAttribute("ID", true);
            XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
            List<Transform> steps = new ArrayList<>();
            for (String uri : transforms) {
                steps.add(
                        uri.equals(CanonicalizationMethod.EXCLUSIVE)
                                ? factory.newTransform(uri, new ExcC14NParameterSpec(List.of("xs")))
                                : factory.newTransform(uri, (TransformParameterSpec) null));
            }
            Reference reference =
                    factory.newReference("#" + id, factory.newDigestMethod(digest, null), steps, null, null);
            SignedInfo info = factory.newSignedInfo(
                    factory.newCanonicalizationMethod(canonicalization, (C14NMethodParameterSpec) null),
                    factory.newSignatureMethod(algorithm, null),
                    List.of(reference));
            Node behind = assertion.getElementsByTagNameNS(SAML, "Subject").item(0);
            DOMSignContext context = new DOMSignContext(key, assertion, behind);
            context.setDefaultNamespacePrefix("ds");
            context.setProperty("org.jcp.xml.dsig.secureValidation", false);
            factory.newXMLSignature(info, keyInfo(factory)).sign(context);
            return text(document);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyInfo keyInfo(XMLSignatureFactory factory) {
        if (shown == null) {
            return null;
        }
        KeyInfoFactory keys = factory.getKeyInfoFactory();
        return keys.newKeyInfo(List.of(keys.newX509Data(List.of(shown))));
    }

    private static Document parsed(String text) throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private static String text(Document document) throws Exception {
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }
}
