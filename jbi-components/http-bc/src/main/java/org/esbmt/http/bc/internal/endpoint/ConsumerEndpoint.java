package org.esbmt.http.bc.internal.endpoint;

import java.util.Optional;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.TenantContextRule;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.Target;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.xml.api.XmlLimits;

/**
 * A channel adapter that is open: takes the HTTP requests of one path. Final fields only; what belongs to one message
 * is in its {@link PendingRequest}.
 */
final class ConsumerEndpoint {
    private final ConsumerDefinition definition;
    private final Owner owner;
    private final String path;
    private final byte[] wsdl;
    private final byte[] wsdlOverTls;
    private final XmlLimits limits;

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
