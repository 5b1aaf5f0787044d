package org.esbmt.http.bc.internal.soap;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Checks one SOAP message while its bytes pass, and keeps none of them. Not thread-safe. The scan of a good message
 * allocates nothing.
 */
public final class EnvelopeScanner {

    private final EnvelopeGrammar grammar;
    private final XmlLexer lexer;
    private Optional<Refused> refused = Optional.empty();

    /** Creates a scanner for a message without a head reader, such as a back end's answer: from its first byte. */
    public EnvelopeScanner(XmlLimits limits, SoapVersion version, BodyCheck check) {
        this(new EnvelopeGrammar(limits, version, Optional.empty(), EnvelopeGrammar.Kind.ANSWER, check));
    }

    EnvelopeScanner(EnvelopeGrammar grammar) {
        this.grammar = grammar;
        this.lexer = grammar.lexer();
    }

    /**
     * Sets the rules for the Body, if the head was read without them. The caller then feeds the message from {@link
     * HeadResult.Head#bodyContentFrom()} on.
     *
     * @param messageBytes the limit for the whole message, from its first byte
     */
    public void begin(BodyCheck check, long messageBytes) {
        grammar.begin(check, messageBytes);
    }

    /**
     * Reads the piece's readable bytes; its indices stay unchanged.
     *
     * @return empty as long as the message is good; after a refusal always that refusal
     */
    public Optional<Refused> feed(ByteBuf piece) {
        if (refused.isEmpty()) {
            try {
                Pieces.feed(lexer, piece);
            } catch (XmlRefusedException e) {
                refused = Optional.of(MessageRefusedException.refusal(e));
            }
        }
        return refused;
    }

    /** Reads like {@link #feed(ByteBuf)}. */
    public Optional<Refused> feed(byte[] bytes, int offset, int length) {
        if (refused.isEmpty()) {
            try {
                lexer.feed(bytes, offset, offset + length);
            } catch (XmlRefusedException e) {
                refused = Optional.of(MessageRefusedException.refusal(e));
            }
        }
        return refused;
    }

    /** The refusal of the message; empty as long as it is good. */
    public Optional<Refused> refused() {
        return refused;
    }

    /** Must be called once, after the last piece: an incomplete message is refused. */
    public Optional<Refused> finish() {
        if (refused.isEmpty()) {
            try {
                lexer.finish();
            } catch (XmlRefusedException e) {
                refused = Optional.of(MessageRefusedException.refusal(e));
            }
        }
        return refused;
    }

    /** Returns true if the envelope's end tag has been read; then only white space may follow. */
    public boolean envelopeEnded() {
        return lexer.rootEnded();
    }
}
