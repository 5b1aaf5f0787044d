package org.esbmt.administration.soap.internal.cxf;

import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.MustUnderstandInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.Phase;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/**
 * Compares the header with the one that authenticated the sender. CXF finds the envelope of a multipart message in its own
 * way, so a message with two envelopes ends here.
 */
final class HeaderInterceptor extends AbstractSoapInterceptor {
    HeaderInterceptor() {
        super(Phase.PRE_PROTOCOL);
        addBefore(MustUnderstandInterceptor.class.getName());
    }

    @Override
    public Set<QName> getUnderstoodHeaders() {
        return SenderAuthentication.UNDERSTOOD;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        List<Element> authenticated = Call.of(message).incoming().preamble().blocks();
        List<Element> read = message.getHeaders().stream()
                .map(Header::getObject)
                .map(Element.class::cast)
                .toList();
        boolean same = read.size() == authenticated.size();
        for (int i = 0; same && i < read.size(); i++) {
            read.get(i).normalize();
            same = read.get(i).isEqualNode(authenticated.get(i));
        }
        if (!same) {
            throw new Fault(Refusal.malformed());
        }
    }
}
