package org.esbmt.http.bc.internal.soap;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.esbmt.http.bc.internal.xml.XmlLimits;

/**
 * Reads a SOAP message's first bytes up to the Body's start tag: who it is from, and whether it may go on. One per
 * message, not for concurrent use. Each byte is looked at once, however small the pieces are; nothing of the message is
 * kept but the TenantContext's few values, so who calls keeps the pieces until the head is there, at most
 * {@link XmlLimits#headerBytes()} of them.
 */
public final class EnvelopeHeadReader {

    /**
     * @param version as the content type says; an envelope of the other version is refused
     * @param transportAction the SOAPAction header or action parameter ({@link SoapContentType}); a {@code wsa:Action}
     *     that differs is refused
     */
    public EnvelopeHeadReader(
            XmlLimits limits,
            SoapVersion version,
            Optional<String> transportAction,
            TenantContextRule rule,
            BodyCheck check) {}

    /**
     * Reads the piece's readable bytes, all of them, also those after the head; its indices stay where they are. Not to
     * be called again after a {@link HeadResult.Head} or a {@link HeadResult.Refused}.
     */
    public HeadResult feed(ByteBuf piece) {
        return new HeadResult.Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence());
    }

    /** As {@link #feed(ByteBuf)}. */
    public HeadResult feed(byte[] bytes, int offset, int length) {
        return new HeadResult.Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence());
    }

    /** To be called where the message has ended before its head was complete: why it is refused. */
    public HeadResult.Refused finish() {
        return new HeadResult.Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence());
    }
}
