package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.esbmt.jbi.container.api.InFlight;
import org.esbmt.jbi.container.api.Owner;
import org.w3c.dom.DocumentFragment;

/** A service endpoint that a component activated, with its owner. */
public final class ActivatedEndpoint extends BusEndpoint implements ServiceEndpoint {
    private final Owner owner;
    private final QName authoredService;
    private final QName service;
    private final String endpoint;
    private final List<QName> interfaces;
    private final InFlight exchanges = new InFlight();
    private volatile FixedReference reference;
    private volatile ActivatedEndpoint successor;
    private ActivatedEndpoint predecessor; // guarded by the registry's lock

    /**
     * @param authoredService the name that the unit's author wrote
     * @param service the name on the bus: scoped for a tenant, unchanged for the plain world
     */
    public ActivatedEndpoint(
            Inbox inbox, Owner owner, QName authoredService, QName service, String endpoint, List<QName> interfaces) {
        super(inbox);
        this.owner = requireNonNull(owner, "owner");
        this.authoredService = requireNonNull(authoredService, "authoredService");
        this.service = requireNonNull(service, "service");
        this.endpoint = requireNonNull(endpoint, "endpoint");
        this.interfaces = List.copyOf(interfaces);
    }

    public Owner owner() {
        return owner;
    }

    public QName authoredService() {
        return authoredService;
    }

    public List<QName> interfaces() {
        return interfaces;
    }

    /** The open exchanges of this endpoint. Closed when the endpoint receives no new ones. */
    public InFlight exchanges() {
        return exchanges;
    }

    /**
     * The destination of an exchange for this endpoint: this endpoint, or, after its deactivation, its successor in the
     * name; null if there is none.
     */
    public FixedReference reference() {
        for (ActivatedEndpoint e = this; e != null; e = e.successor) {
            FixedReference active = e.reference;
            if (active != null) {
                return active;
            }
        }
        return null;
    }

    /** The endpoint that has taken over the name; null if there is none. */
    ActivatedEndpoint successor() {
        return successor;
    }

    /** The endpoint that receives the name when this one is withdrawn; null if there is none. */
    ActivatedEndpoint predecessor() {
        return predecessor;
    }

    /** Passes the name on to the next endpoint. */
    void succeededBy(ActivatedEndpoint next) {
        successor = next;
        next.predecessor = this;
    }

    /** Returns the name to the predecessor. */
    void givesBackTo(ActivatedEndpoint before) {
        before.successor = null;
        successor = before;
        predecessor = null;
    }

    /** Ends the endpoint: the name does not return to it, and it references no other endpoint. */
    void ends() {
        predecessor = null;
        if (successor != null && successor.predecessor == this) {
            successor.predecessor = null;
        }
    }

    @Override
    void registered(InternalEndpoint as) {
        super.registered(as);
        reference = as == null ? null : new FixedReference(as);
    }

    @Override
    public QName getServiceName() {
        return service;
    }

    @Override
    public String getEndpointName() {
        return endpoint;
    }

    @Override
    public QName[] getInterfaces() {
        return interfaces.toArray(QName[]::new);
    }

    @Override
    public DocumentFragment getAsReference(QName operation) {
        return new ServiceEndpointImpl(service, endpoint).getAsReference(operation);
    }

    @Override
    public String toString() {
        return service + ":" + endpoint;
    }
}
