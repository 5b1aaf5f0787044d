package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/** Authenticates the sender by the header, before anything of the body is read. */
final class HeaderInterceptor extends AbstractSoapInterceptor {
    private static final Set<QName> UNDERSTOOD = Stream.concat(
                    SenderAuthentication.BLOCKS.stream(), AddressingBlocks.BLOCKS.stream())
            .collect(Collectors.toUnmodifiableSet());

    private final SenderAuthentication senders;

    HeaderInterceptor(SenderAuthentication senders) {
        super(Phase.PRE_PROTOCOL);
        addBefore(MustUnderstandInterceptor.class.getName());
        this.senders = requireNonNull(senders, "senders");
    }

    @Override
    public Set<QName> getUnderstoodHeaders() {
        return UNDERSTOOD;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        Call call = Call.of(message);
        List<Element> blocks = message.getHeaders().stream()
                .map(Header::getObject)
                .map(Element.class::cast)
                .toList();
        try {
            AddressingBlocks.check(blocks, call);
            call.authenticated(senders.authenticate(blocks, call.incoming().exchange(), call.outer()));
        } catch (Refusal e) {
            throw new Fault(e);
        }
    }
}
