package org.esbmt.http.bc.internal.endpoint;

import java.util.Optional;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.TenantContextRule;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.Target;
import org.esbmt.jbi.container.api.InFlight;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.xml.api.XmlLimits;

/**
 * A channel adapter that is open: takes the HTTP requests of one path. What belongs to one message is in its
 * {@link PendingRequest}; what changes here is who has the path.
 */
final class ConsumerEndpoint {
    private final ConsumerDefinition definition;
    private final Owner owner;
    private final String path;
    private final byte[] wsdl;
    private final byte[] wsdlOverTls;
    private final XmlLimits limits;
    private final InFlight requests = new InFlight();
    private volatile boolean requestsEnd;
    private volatile ConsumerEndpoint successor;
    private ConsumerEndpoint predecessor; // guarded by Ports

    /**
     * An endpoint that is not open yet.
     *
     * @param path as it stands in request lines
     * @param wsdl with the address under which clients know it; null if it has none
     * @param wsdlOverTls with the address for clients that ask over TLS; null if it has none
     */
    ConsumerEndpoint(
            ConsumerDefinition definition,
            Owner owner,
            String path,
            byte[] wsdl,
            byte[] wsdlOverTls,
            XmlLimits limits) {
        this.definition = definition;
        this.owner = owner;
        this.path = path;
        this.wsdl = wsdl;
        this.wsdlOverTls = wsdlOverTls;
        this.limits = limits;
    }

    ConsumerDefinition definition() {
        return definition;
    }

    Owner owner() {
        return owner;
    }

    /** Whether messages of this sender may come in: of every user of its tenant, or of the one user whose it is. */
    boolean isFor(TenantPrincipal sender) {
        return owner.tenantWide() instanceof Owner.OfTenant tenant
                && tenant.id().equals(sender.tenant())
                && (!(owner instanceof Owner.OfUser user) || user.id().equals(sender.user()));
    }

    String path() {
        return path;
    }

    /** Null if it has none; not to be changed. */
    byte[] wsdl(boolean overTls) {
        return overTls ? wsdlOverTls : wsdl;
    }

    XmlLimits limits() {
        return limits;
    }

    /** Those that were accepted and not answered to the end. */
    InFlight requests() {
        return requests;
    }

    /**
     * Accepts a request, which then counts among {@link #requests}.
     *
     * @return this endpoint, or, if it is closed, the one that has taken its path over; null if there is none
     */
    ConsumerEndpoint accept() {
        for (ConsumerEndpoint e = this; e != null; e = e.successor) {
            if (e.requests.enter()) {
                return e;
            }
        }
        return null;
    }

    /** Requests that wait for their answers wait no longer. */
    void endRequests() {
        requestsEnd = true;
    }

    boolean requestsEnd() {
        return requestsEnd;
    }

    /** The path is that one's now. */
    void succeededBy(ConsumerEndpoint next) {
        next.predecessor = this;
        successor = next;
    }

    /** To whom the path goes back; null if to nobody. */
    ConsumerEndpoint predecessor() {
        return predecessor;
    }

    /** The path goes back. */
    void givesBackTo(ConsumerEndpoint before) {
        before.successor = null;
        successor = before;
        predecessor = null;
    }

    /** It is closed for good: the path does not come back to it, and it holds nothing of the past. */
    void ends() {
        predecessor = null;
        if (successor != null && successor.predecessor == this) {
            successor.predecessor = null;
        }
    }

    TenantContextRule rule() {
        return owner.tenant().isPresent() ? TenantContextRule.REQUIRED : TenantContextRule.OPTIONAL;
    }

    /** Whether requests are read as SOAP: always those of tenants, who are named in the envelope's header. */
    boolean readsEnvelope() {
        return definition.soap() || owner.tenant().isPresent();
    }

    /**
     * Addresses an exchange.
     *
     * @return whether there is somebody to take it
     */
    boolean address(MessageExchange exchange, Bus bus) {
        Target target = definition.target();
        target.operation().ifPresent(exchange::setOperation);
        Optional<QName> service = target.service();
        if (service.isPresent() && target.endpoint().isPresent()) {
            Optional<ServiceEndpoint> endpoint =
                    bus.find(owner, service.get(), target.endpoint().get());
            endpoint.ifPresent(exchange::setEndpoint);
            return endpoint.isPresent();
        }
        service.ifPresent(exchange::setService);
        target.interfaceName().ifPresent(exchange::setInterfaceName);
        return true;
    }
}
