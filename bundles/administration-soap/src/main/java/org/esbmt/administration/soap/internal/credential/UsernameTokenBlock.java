package org.esbmt.administration.soap.internal.credential;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/**
 * The Security block of WS-Security with a UsernameToken and, perhaps, a Timestamp. WSS4J checks the token and the times;
 * this class permits nothing else in the block, above all no signature and no encryption.
 */
final class UsernameTokenBlock {
    /** The characters of a nonce, since the bus keeps it. */
    private static final int MAX_NONCE = 256;

    static final QName NAME = new QName(WSConstants.WSSE_NS, "Security");

    private static final QName NONCE = new QName(WSConstants.WSSE_NS, "Nonce");
    private static final QName CREATED = new QName(WSConstants.WSU_NS, "Created");
    private static final QName USERNAME = new QName(WSConstants.WSSE_NS, "Username");
    private static final QName PASSWORD = new QName(WSConstants.WSSE_NS, "Password");
    private static final Set<QName> TOKENS = Set.of(WSConstants.USERNAME_TOKEN, WSConstants.TIMESTAMP);
    private static final Set<QName> FIELDS = Set.of(USERNAME, PASSWORD, NONCE, CREATED);

    private UsernameTokenBlock() {}

    static Credential read(Element block) throws Refusal {
        List<Element> tokens = Blocks.children(block, TOKENS, Set.of());
        Element token = tokens.stream()
                .filter(child -> Blocks.name(child).equals(WSConstants.USERNAME_TOKEN))
                .findFirst()
                .orElseThrow(() -> Refusal.invalidSecurity("the block Security has no UsernameToken"));
        checkFields(token);
        UsernameToken checked = WssEngine.check(block)
                .orElseThrow(() -> Refusal.invalidSecurity("the block Security has no UsernameToken"));
        if (!WSConstants.PASSWORD_TEXT.equals(checked.getPasswordType())
                || checked.getName() == null
                || checked.getPassword() == null) {
            throw Refusal.invalidSecurity("the UsernameToken has a Username, and a Password of the type PasswordText");
        }
        if (checked.getNonce() != null && checked.getCreated() == null) {
            throw Refusal.invalidSecurity("a Nonce needs a Created beside it");
        }
        if (checked.getNonce() != null && checked.getNonce().length() > MAX_NONCE) {
            throw Refusal.invalidSecurity("a Nonce has at most " + MAX_NONCE + " characters");
        }
        Optional<String> nonce =
                checked.getNonce() == null ? Optional.empty() : Optional.of(sameForSameBytes(checked.getNonce()));
        return new Credential(checked.getName(), checked.getPassword().toCharArray(), nonce);
    }

    /** The same bytes have several forms in Base64: with white space, without padding, with other unused bits. */
    private static String sameForSameBytes(String nonce) throws Refusal {
        try {
            byte[] bytes = Base64.getDecoder().decode(nonce.replaceAll("[ \\t\\r\\n]", ""));
            return Base64.getEncoder().encodeToString(bytes);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalidSecurity("a Nonce is in Base64");
        }
    }

    private static void checkFields(Element token) throws Refusal {
        for (Element field : Blocks.children(token, FIELDS, Set.of())) {
            Blocks.text(field);
        }
    }
}
