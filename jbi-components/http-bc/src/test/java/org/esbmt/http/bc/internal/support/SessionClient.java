package org.esbmt.http.bc.internal.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.bsp.BSPRule;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.message.WSSecDKEncrypt;
import org.apache.wss4j.dom.message.WSSecDKSign;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.token.SecurityContextToken;
import org.w3c.dom.Document;

/** A partner's session: WSS4J signs and encrypts messages under it, and verifies the answers. */
public final class SessionClient {
    private static final String TRUST = "http://docs.oasis-open.org/ws-sx/ws-trust/200512";
    private static final String CONVERSATION = "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512";
    private static final String HMAC_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";

    private final String identifier;
    private final byte[] secret;

    public SessionClient(String identifier, byte[] secret) {
        this.identifier = identifier;
        this.secret = secret.clone();
    }

    /** A RequestSecurityToken, to be signed. */
    public static String request(String type) {
        return Soap.envelope(
                "",
                "<t:RequestSecurityToken xmlns:t=\"" + TRUST + "\"><t:TokenType>" + CONVERSATION
                        + "/sct</t:TokenType><t:RequestType>" + TRUST + "/" + type
                        + "</t:RequestType></t:RequestSecurityToken>");
    }

    /** The session of an answer in the clear. */
    public static SessionClient of(String answer) {
        return new SessionClient(
                element(answer, "Identifier"), Base64.getDecoder().decode(element(answer, "BinarySecret")));
    }

    private static String element(String message, String local) {
        Matcher found =
                Pattern.compile("<(\\w+:)?" + local + "(\\s[^>]*)?>([^<]*)<").matcher(message);
        if (!found.find()) {
            throw new AssertionError(local + " is not in " + message);
        }
        return found.group(3);
    }

    public String identifier() {
        return identifier;
    }

    /** The same key with another identifier. */
    public SessionClient as(String other) {
        return new SessionClient(other, secret);
    }

    /** Signs Timestamp, Body, and the TenantContext if there is one. */
    public String sign(String message) throws Exception {
        return secure(message, false);
    }

    /** Encrypts the Body's content, too. */
    public String signAndEncrypt(String message) throws Exception {
        return secure(message, true);
    }

    private String secure(String message, boolean encrypt) throws Exception {
        WSSConfig.init();
        Document document = parsed(message);
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        SecurityContextToken token = new SecurityContextToken(document, identifier);
        token.setID("session");
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.build();
        WSSecDKSign signature = new WSSecDKSign(header);
        signature.setTokenIdentifier("session");
        signature.setCustomValueType(token.getTokenType());
        signature.setSignatureAlgorithm(HMAC_SHA256);
        signature.setDigestAlgorithm(WSConstants.SHA256);
        signature.setDerivedKeyLength(32);
        signature.getParts().add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
        signature.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, ""));
        if (message.contains("TenantContext")) {
            signature.getParts().add(new WSEncryptionPart("TenantContext", "urn:esbmt:tenant-context:1", ""));
        }
        signature.build(secret);
        if (encrypt) {
            WSSecDKEncrypt encryption = new WSSecDKEncrypt(header);
            encryption.setTokenIdentifier("session");
            encryption.setCustomValueType(token.getTokenType());
            encryption.setSymmetricEncAlgorithm(WSConstants.AES_128_GCM);
            encryption.setDerivedKeyLength(16);
            encryption.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "Content"));
            encryption.build(secret);
        }
        header.getSecurityHeaderElement()
                .insertBefore(
                        token.getElement(), header.getSecurityHeaderElement().getFirstChild());
        return text(document);
    }

    /** Decrypts and verifies an answer under the session; returns its text in the clear. */
    public String opened(String answer) throws Exception {
        WSSConfig.init();
        Document document = parsed(answer);
        RequestData data = new RequestData();
        data.setIgnoredBSPRules(List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421));
        data.setCallbackHandler(callbacks -> {
            WSPasswordCallback callback = (WSPasswordCallback) callbacks[0];
            if (identifier.equals(callback.getIdentifier())) {
                callback.setKey(secret);
            }
        });
        boolean signed = new WSSecurityEngine()
                .processSecurityHeader(document, data)
                .getActionResults()
                .containsKey(WSConstants.SIGN);
        if (!signed) {
            throw new AssertionError("the answer has no signature: " + answer);
        }
        return text(document);
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
