package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.w3c.dom.Document;

/** Signs messages by WSS4J, in every way that it has. */
final class SignedEnvelope {
    static final String WSA = "http://www.w3.org/2005/08/addressing";
    static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

    private final SignerKey key;
    private String method = RSA_SHA256;
    private String digest = DigestMethod.SHA256;
    private int reference = WSConstants.BST_DIRECT_REFERENCE;
    private int seconds = 300;
    private String canonicalization = WSConstants.C14N_EXCL_OMIT_COMMENTS;
    private List<String> parts = List.of("Body", "Timestamp");

    private SignedEnvelope(SignerKey key) {
        this.key = key;
    }

    static SignedEnvelope by(SignerKey key) {
        return new SignedEnvelope(key);
    }

    SignedEnvelope method(String uri) {
        method = uri;
        return this;
    }

    SignedEnvelope digest(String uri) {
        digest = uri;
        return this;
    }

    SignedEnvelope canonicalization(String uri) {
        canonicalization = uri;
        return this;
    }

    /** One of the constants of WSS4J for references to the key. */
    SignedEnvelope reference(int form) {
        reference = form;
        return this;
    }

    SignedEnvelope validSeconds(int length) {
        seconds = length;
        return this;
    }

    /** The signed elements: Body, Timestamp, and those of WS-Addressing. */
    SignedEnvelope parts(String... names) {
        parts = Arrays.asList(names);
        return this;
    }

    String sign(Envelope message) throws Exception {
        return sign(message.text());
    }

    String sign(String message) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(message.getBytes(UTF_8)));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(seconds);
        timestamp.build();
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(SignerKey.ALIAS, SignerKey.PASSWORD);
        signature.setSignatureAlgorithm(method);
        signature.setDigestAlgo(digest);
        signature.setSigCanonicalization(canonicalization);
        signature.setKeyIdentifierType(reference);
        signature.getParts().addAll(encryptionParts(document));
        signature.build(key.crypto());
        return text(document);
    }

    private List<WSEncryptionPart> encryptionParts(Document document) {
        String soap = document.getDocumentElement().getNamespaceURI();
        List<WSEncryptionPart> all = new ArrayList<>();
        for (String part : parts) {
            String namespace =
                    switch (part) {
                        case "Body" -> soap;
                        case "Timestamp" -> WSConstants.WSU_NS;
                        default -> WSA;
                    };
            all.add(new WSEncryptionPart(part, namespace, "Element"));
        }
        return all;
    }

    private static String text(Document document) throws Exception {
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }

    /** The blocks of WS-Addressing for a service. */
    static String addressing(String to, String operation) {
        return List.of(
                        "<a:To xmlns:a='%1$s'>" + to + "</a:To>",
                        "<a:Action xmlns:a='%1$s'>" + Envelope.ADM + ":" + operation + "</a:Action>",
                        "<a:MessageID xmlns:a='%1$s'>urn:uuid:" + java.util.UUID.randomUUID() + "</a:MessageID>",
                        "<a:ReplyTo xmlns:a='%1$s'><a:Address>" + WSA + "/anonymous</a:Address></a:ReplyTo>")
                .stream()
                .map(block -> block.formatted(WSA))
                .collect(Collectors.joining());
    }

    /** The text of the first element of a name in a message, with its tags. */
    static String element(String message, String localName) {
        java.util.regex.Matcher found = java.util.regex.Pattern.compile(
                        "<((?:[\\w-]+:)?" + localName + ")[\\s>].*?</\\1>", java.util.regex.Pattern.DOTALL)
                .matcher(message);
        if (!found.find()) {
            throw new IllegalArgumentException(localName + " is not in " + message);
        }
        return found.group();
    }
}
