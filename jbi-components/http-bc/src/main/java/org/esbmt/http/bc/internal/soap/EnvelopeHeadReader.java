package org.esbmt.http.bc.internal.soap;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Reads a SOAP message's first bytes up to the Body's start tag. It finds the sender, and decides if the message may
 * pass. One per message, not thread-safe. Each byte is read once, however small the pieces are. Of the message the
 * reader keeps only the TenantContext's few values. So the caller keeps the pieces until the head is complete, at most
 * {@link XmlLimits#headerBytes()} bytes of them.
 */
public final class EnvelopeHeadReader {
    private final EnvelopeGrammar grammar;

    /**
     * Creates a reader for a message whose endpoint is known.
     *
     * @param version the version of the content type; an envelope of the other version is refused
     * @param transportAction the SOAPAction header or action parameter ({@link SoapContentType}); a {@code wsa:Action}
     *     that differs is refused
     */
    public EnvelopeHeadReader(
            XmlLimits limits,
            SoapVersion version,
            Optional<String> transportAction,
            TenantContextRule rule,
            BodyCheck check) {
        EnvelopeGrammar.Kind kind =
                rule == TenantContextRule.REQUIRED ? EnvelopeGrammar.Kind.TENANT_REQUEST : EnvelopeGrammar.Kind.REQUEST;
        this.grammar = new EnvelopeGrammar(limits, version, transportAction, kind, check);
    }

    /**
     * Creates a reader for a tenant's message. Its sender decides the endpoint, and so the rules for its Body. No byte
     * after the Body's start tag is read before {@link EnvelopeScanner#begin}.
     *
     * @param provenOutside true if the sender has a proof outside of the message, so that it needs none inside
     */
    public EnvelopeHeadReader(
            XmlLimits limits, SoapVersion version, Optional<String> transportAction, boolean provenOutside) {
        EnvelopeGrammar.Kind kind =
                provenOutside ? EnvelopeGrammar.Kind.PROVEN_OUTSIDE : EnvelopeGrammar.Kind.TENANT_REQUEST;
        this.grammar = new EnvelopeGrammar(limits, version, transportAction, kind, null);
    }

    private EnvelopeHeadReader(EnvelopeGrammar grammar) {
        this.grammar = grammar;
    }

    /**
     * Creates a reader for a tenant's message whose signature is verified. Its TenantContext is optional, and so is the
     * password in it.
     */
    public static EnvelopeHeadReader opened(XmlLimits limits, SoapVersion version, Optional<String> transportAction) {
        return new EnvelopeHeadReader(
                new EnvelopeGrammar(limits, version, transportAction, EnvelopeGrammar.Kind.OPENED_REQUEST, null));
    }

    /** Restricts all characters to US-ASCII, as announced by the sender; called before the first byte. */
    public void ascii() {
        grammar.lexer().ascii();
    }

    /**
     * Reads the piece's readable bytes; all of them, also those after the head, if the rules for them are known. Its
     * indices stay unchanged. Must not be called again after a {@link HeadResult.Head} or a {@link HeadResult.Refused}.
     */
    public HeadResult feed(ByteBuf piece) {
        try {
            Pieces.feed(grammar.lexer(), piece);
        } catch (XmlRefusedException e) {
            return refused(e);
        }
        return result();
    }

    /** Reads like {@link #feed(ByteBuf)}. */
    public HeadResult feed(byte[] bytes, int offset, int length) {
        try {
            grammar.lexer().feed(bytes, offset, offset + length);
        } catch (XmlRefusedException e) {
            return refused(e);
        }
        return result();
    }

    /** The refusal of a message that has ended before its head was complete. */
    public HeadResult.Refused finish() {
        try {
            grammar.lexer().finish();
        } catch (XmlRefusedException e) {
            return refused(e);
        }
        throw new IllegalStateException("the head was read; finish the scanner instead");
    }

    private HeadResult result() {
        return grammar.headRead() ? grammar.head(new EnvelopeScanner(grammar)) : HeadResult.NeedMore.NEED_MORE;
    }

    private static HeadResult.Refused refused(XmlRefusedException e) {
        return MessageRefusedException.refusal(e);
    }
}
