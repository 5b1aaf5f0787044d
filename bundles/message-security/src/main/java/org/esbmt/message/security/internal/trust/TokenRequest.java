package org.esbmt.message.security.internal.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Base64;
import java.util.Optional;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;

/** A RequestSecurityToken, and its answers. The 2005 version knows no RequestSecurityTokenResponseCollection. */
final class TokenRequest implements SessionRequest {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final String PLACE = "esbmt-session";

    private final String soap;
    private final Conversation version;
    private final Kind kind;
    private final Optional<Addressing> addressing;

    TokenRequest(String soap, Conversation version, Kind kind, Optional<Addressing> addressing) {
        this.soap = soap;
        this.version = version;
        this.kind = kind;
        this.addressing = addressing;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public byte[] issued(Session session, String identifier) {
        return message(
                "/RSTR/SCT",
                "<t:TokenType>" + version.tokenType() + "</t:TokenType>"
                        + "<t:RequestedSecurityToken><c:SecurityContextToken xmlns:c=\"" + version.namespace()
                        + "\" xmlns:u=\"" + Names.WSU + "\" u:Id=\"" + PLACE + "\"><c:Identifier>" + identifier
                        + "</c:Identifier></c:SecurityContextToken></t:RequestedSecurityToken>"
                        + "<t:RequestedAttachedReference>" + reference("#" + PLACE) + "</t:RequestedAttachedReference>"
                        + "<t:RequestedUnattachedReference>" + reference(identifier)
                        + "</t:RequestedUnattachedReference>"
                        + "<t:RequestedProofToken><t:BinarySecret Type=\"" + version.trust() + "/SymmetricKey\">"
                        + Base64.getEncoder().encodeToString(session.key())
                        + "</t:BinarySecret></t:RequestedProofToken>"
                        + "<t:Lifetime xmlns:u=\"" + Names.WSU + "\"><u:Created>" + TIME.format(session.issued())
                        + "</u:Created><u:Expires>" + TIME.format(session.ends()) + "</u:Expires></t:Lifetime>"
                        + "<t:KeySize>" + Session.KEY_BYTES * Byte.SIZE + "</t:KeySize>");
    }

    private String reference(String uri) {
        return "<s:SecurityTokenReference xmlns:s=\"" + Names.WSSE + "\"><s:Reference URI=\"" + uri + "\" ValueType=\""
                + version.tokenType() + "\"/></s:SecurityTokenReference>";
    }

    @Override
    public byte[] cancelled() {
        return message("/RSTR/SCT/Cancel", "<t:RequestedTokenCancelled/>");
    }

    private byte[] message(String action, String content) {
        String response = "<t:RequestSecurityTokenResponse>" + content + "</t:RequestSecurityTokenResponse>";
        boolean collection = version == Conversation.OASIS_1_3;
        String name = collection ? "t:RequestSecurityTokenResponseCollection" : "";
        String body = collection ? "<" + name + ">" + response + "</" + name + ">" : response;
        return ("<soap:Envelope xmlns:soap=\"" + soap + "\"><soap:Header>" + header(action)
                        + "</soap:Header><soap:Body xmlns:t=\"" + version.trust() + "\">" + body
                        + "</soap:Body></soap:Envelope>")
                .getBytes(UTF_8);
    }

    private String header(String action) {
        return addressing
                .map(a -> "<a:Action xmlns:a=\"" + a.namespace() + "\">" + version.trust() + action + "</a:Action>"
                        + "<a:RelatesTo xmlns:a=\"" + a.namespace() + "\">" + a.messageId() + "</a:RelatesTo>")
                .orElse("");
    }
}
