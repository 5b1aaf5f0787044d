package org.esbmt.http.bc.internal.soap;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.http.bc.internal.xml.XmlLimits;

/**
 * Checks one SOAP message while its bytes go by; keeps none of them. Not for concurrent use; where nothing is refused
 * nothing is allocated by the scan.
 */
public final class EnvelopeScanner {

    /** For a message whose head nobody reads, such as a back end's answer: from its first byte. */
    public EnvelopeScanner(XmlLimits limits, SoapVersion version, BodyCheck check) {}

    /**
     * Reads the piece's readable bytes; its indices stay where they are.
     *
     * @return empty as long as the message is good; after a refusal always that refusal
     */
    public Optional<Refused> feed(ByteBuf piece) {
        return Optional.of(new Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence()));
    }

    /** As {@link #feed(ByteBuf)}. */
    public Optional<Refused> feed(byte[] bytes, int offset, int length) {
        return Optional.of(new Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence()));
    }

    /** To be called once, after the last piece: a message that is not complete is refused. */
    public Optional<Refused> finish() {
        return Optional.of(new Refused(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence()));
    }

    /** Whether the envelope's end tag has gone by; then only white space may follow. */
    public boolean envelopeEnded() {
        return false;
    }
}
