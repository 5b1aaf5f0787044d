package org.esbmt.administration.soap.internal.cxf;

import java.io.InputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.esbmt.administration.http.api.LimitedBody;
import org.esbmt.administration.soap.internal.envelope.GuardedReader;

/** Puts the {@link GuardedReader} in the place of CXF's own reader. */
final class GuardInterceptor extends AbstractPhaseInterceptor<Message> {
    private final long mostBytes;

    /** @param mostBytes of an envelope */
    GuardInterceptor(long mostBytes) {
        super(Phase.POST_STREAM);
        addBefore(StaxInInterceptor.class.getName());
        this.mostBytes = mostBytes;
    }

    @Override
    public void handleMessage(Message message) {
        Call call = Call.of(message);
        InputStream envelope = new LimitedBody(message.getContent(InputStream.class), mostBytes);
        try {
            GuardedReader reader = GuardedReader.open(envelope, call.incoming().version());
            if (call.incoming().signed().isPresent()) {
                reader.recordBody();
            }
            call.reads(reader);
            message.setContent(XMLStreamReader.class, reader);
        } catch (XMLStreamException e) {
            throw new Fault(e);
        }
    }
}
