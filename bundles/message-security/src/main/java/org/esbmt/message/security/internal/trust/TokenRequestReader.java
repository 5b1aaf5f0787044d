package org.esbmt.message.security.internal.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.util.Optional;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.api.SessionRequest.Kind;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * Reads a RequestSecurityToken from an opened message. It only distinguishes the kinds of requests: the bus makes all keys
 * itself, so a sender's entropy and wishes for lifetimes, sizes and keys change nothing.
 */
public final class TokenRequestReader {
    private static final int LONGEST_URI = 512;
    private static final byte[] REQUEST = bytes("RequestSecurityToken");
    private static final byte[] REQUEST_TYPE = bytes("RequestType");
    private static final byte[] TOKEN_TYPE = bytes("TokenType");
    private static final byte[] SECONDARY = bytes("SecondaryParameters");
    private static final byte[] MESSAGE_ID = bytes("MessageID");
    private static final byte[] ADDRESSING = bytes(Names.ADDRESSING);
    private static final byte[] ADDRESSING_2004 = bytes(Names.ADDRESSING_2004);

    private final ElementReader in;
    private Optional<Addressing> addressing = Optional.empty();
    private Optional<byte[]> requestType = Optional.empty();
    private Optional<byte[]> tokenType = Optional.empty();

    private TokenRequestReader(byte[] message) {
        this.in = new ElementReader(new Markup(message));
    }

    /**
     * Reads a message.
     *
     * @return empty if its Body has another element
     */
    public static Optional<SessionRequest> read(byte[] message) throws SecurityRefusedException {
        return new TokenRequestReader(message).read();
    }

    private Optional<SessionRequest> read() throws SecurityRefusedException {
        byte[] soap = Envelope.header(in);
        while (in.child(Envelope.PART)) {
            block();
        }
        Envelope.body(in, soap);
        Optional<Conversation> version = request();
        if (version.isEmpty()) {
            return Optional.empty();
        }
        parts(version.get());
        in.end(Envelope.PART);
        return Optional.of(new TokenRequest(new String(soap, UTF_8), version.get(), kind(version.get()), addressing));
    }

    private void block() throws SecurityRefusedException {
        for (byte[] namespace : new byte[][] {ADDRESSING, ADDRESSING_2004}) {
            if (in.is(namespace, MESSAGE_ID)) {
                invalidIf(addressing.isPresent(), "There are two MessageIDs.");
                String identifier = new String(in.text(LONGEST_URI), UTF_8);
                addressing = Optional.of(new Addressing(new String(namespace, UTF_8), identifier));
                return;
            }
        }
        in.markup().skip();
    }

    /** Goes to the first element of the Body, whatever is in front of it. Empty if it is no RequestSecurityToken. */
    private Optional<Conversation> request() throws SecurityRefusedException {
        Markup m = in.markup();
        if (m.token() == Markup.Token.EMPTY) {
            return Optional.empty();
        }
        do {
            m.next();
        } while (!m.isElement() && m.token() != Markup.Token.END);
        if (m.isElement() && m.localIs(REQUEST)) {
            for (Conversation version : Conversation.all()) {
                if (m.hasNamespace(version.trustBytes())) {
                    return Optional.of(version);
                }
            }
        }
        return Optional.empty();
    }

    private void parts(Conversation version) throws SecurityRefusedException {
        int at = in.depth();
        while (in.child(at)) {
            if (in.is(version.trustBytes(), REQUEST_TYPE)) {
                invalidIf(requestType.isPresent(), "There are two RequestTypes.");
                requestType = Optional.of(in.text(LONGEST_URI));
            } else if (in.is(version.trustBytes(), TOKEN_TYPE)) {
                tokenType = Optional.of(in.text(LONGEST_URI));
                invalidIf(!version.isTokenType(tokenType.get()), "A token of another type is asked for.");
            } else if (in.is(version.trustBytes(), SECONDARY)) {
                parts(version);
            } else {
                in.markup().skip();
            }
        }
    }

    private Kind kind(Conversation version) {
        String type = requestType.map(t -> new String(t, UTF_8)).orElse("");
        if (type.equals(version.trust() + "/Issue")) {
            return tokenType.isPresent() ? Kind.ISSUE : Kind.OTHER;
        }
        return type.equals(version.trust() + "/Cancel") ? Kind.CANCEL : Kind.OTHER;
    }
}
