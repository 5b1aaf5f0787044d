package org.esbmt.message.security.internal.outgoing;

import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.AnswerNonce;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.Operations;

/** The keys of one answer, derived from its session's, and the elements that tell of them. */
final class SessionKeys {
    private static final String LABEL = "WS-SecureConversationWS-SecureConversation";

    private final SessionToken token;
    private final Conversation version;
    private final String prefix;
    private final byte[] signatureNonce;
    private final byte[] contentNonce;
    private final SecretKeySpec signature;
    private final SecretKeySpec content;

    SessionKeys(Session session, SessionToken token, String prefix, Operations operations) {
        this.token = token;
        this.version = Conversation.of(token.version());
        this.prefix = prefix;
        byte[] secret = session.key();
        this.signatureNonce = AnswerNonce.make(secret, operations);
        this.contentNonce = AnswerNonce.make(secret, operations);
        this.signature = operations.derive(secret, seed(signatureNonce), 0, token.signatureKeyBytes());
        this.content = operations.derive(secret, seed(contentNonce), 0, token.contentKeyBytes());
    }

    private static byte[] seed(byte[] nonce) {
        byte[] label = Names.bytes(LABEL);
        byte[] seed = new byte[label.length + nonce.length];
        System.arraycopy(label, 0, seed, 0, label.length);
        System.arraycopy(nonce, 0, seed, label.length, nonce.length);
        return seed;
    }

    SecretKeySpec signature() {
        return signature;
    }

    SecretKeySpec content() {
        return content;
    }

    ContentCipher cipher() {
        return content.getEncoded().length == ContentCipher.AES_128_GCM.keyBytes()
                ? ContentCipher.AES_128_GCM
                : ContentCipher.AES_256_GCM;
    }

    KeyName signatureName() {
        return new KeyName(prefix + "signing", version.derivedKeyType());
    }

    KeyName contentName() {
        return new KeyName(prefix + "content", version.derivedKeyType());
    }

    /** Writes the token, and a DerivedKeyToken for each key in use. */
    void write(StringBuilder out, boolean encrypted) {
        out.append("<wsc:SecurityContextToken xmlns:wsc=\"").append(version.namespace());
        out.append("\" wsu:Id=\"").append(prefix).append("session\"><wsc:Identifier>");
        out.append(token.identifier()).append("</wsc:Identifier></wsc:SecurityContextToken>");
        derived(out, signatureName(), token.signatureKeyBytes(), signatureNonce);
        if (encrypted) {
            derived(out, contentName(), token.contentKeyBytes(), contentNonce);
        }
    }

    private void derived(StringBuilder out, KeyName name, int length, byte[] nonce) {
        out.append("<wsc:DerivedKeyToken xmlns:wsc=\"").append(version.namespace());
        out.append("\" wsu:Id=\"").append(name.identifier());
        out.append("\"><wsse:SecurityTokenReference><wsse:Reference URI=\"#").append(prefix);
        out.append("session\" ValueType=\"").append(version.tokenType());
        out.append("\"/></wsse:SecurityTokenReference><wsc:Offset>0</wsc:Offset><wsc:Length>")
                .append(length);
        out.append("</wsc:Length><wsc:Nonce>").append(Base64.getEncoder().encodeToString(nonce));
        out.append("</wsc:Nonce></wsc:DerivedKeyToken>");
    }
}
