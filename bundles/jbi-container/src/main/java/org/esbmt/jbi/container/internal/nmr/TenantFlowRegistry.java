package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.security.Principal;
import javax.security.auth.Subject;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Message;
import org.apache.servicemix.nmr.api.Role;
import org.apache.servicemix.nmr.api.ServiceMixException;
import org.apache.servicemix.nmr.api.Status;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalExchange;
import org.apache.servicemix.nmr.api.internal.InternalReference;
import org.apache.servicemix.nmr.core.FlowRegistryImpl;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.tenancy.api.TenantPrincipal;

/**
 * The tenant boundary. Every exchange passes {@link #internalDispatch} on every hop: requests, replies, faults and
 * acknowledgements. The destination may be looked up, set beforehand, or the next candidate after a flow declined one.
 * The stock class calls its authorization service on the first of these paths only.
 *
 * <p>The first dispatch gives an exchange its label, from the subject of its in message. Later hops use the label.
 */
public class TenantFlowRegistry extends FlowRegistryImpl {
    private final TenantBoundary boundary;

    public TenantFlowRegistry(TenantBoundary boundary) {
        this.boundary = requireNonNull(boundary, "boundary");
    }

    /**
     * @throws TenantBoundaryException if the exchange must not reach the destination
     * @throws ServiceMixException if there is no destination
     */
    @Override
    public void dispatch(InternalExchange exchange) {
        if (!(exchange instanceof TenantExchange)) {
            throw new TenantBoundaryException(
                    "an exchange that this container has not made may not reach any endpoint");
        }
        if (exchange.getRole() == Role.Provider) {
            send(exchange, exchange.getSource(), false);
        } else if (exchange.getDestination() != null) {
            send(exchange, exchange.getDestination(), false);
        } else if (exchange.getTarget() instanceof FixedReference fixed) {
            send(exchange, fixed.endpoint(), true);
        } else if (exchange.getTarget() instanceof InternalReference target) {
            sendToOneOf(exchange, target);
        } else {
            throw new ServiceMixException("exchange " + exchange.getId() + " has no target");
        }
    }

    private void send(InternalExchange exchange, InternalEndpoint peer, boolean setDestination) {
        if (!internalDispatch(exchange, peer, setDestination)) {
            throw new ServiceMixException("no flow takes exchange " + exchange.getId());
        }
    }

    private void sendToOneOf(InternalExchange exchange, InternalReference target) {
        boolean any = false;
        for (InternalEndpoint candidate : target.choose(getRegistry())) {
            any = true;
            if (internalDispatch(exchange, candidate, true)) {
                return;
            }
        }
        if (!any) {
            throw new NoEndpointException("there is no endpoint for " + target);
        }
        throw new ServiceMixException("no flow takes exchange " + exchange.getId());
    }

    @Override
    protected boolean internalDispatch(InternalExchange exchange, InternalEndpoint peer, boolean setDestination) {
        TenantExchange own = (TenantExchange) exchange;
        if (own.isIn() || own.getRole() != Role.Consumer || own.getStatus() != Status.Active) {
            check(own, peer);
            return super.internalDispatch(exchange, peer, setDestination);
        }
        InternalEndpoint to = entered(own, peer);
        boolean taken = false;
        try {
            check(own, to);
            taken = super.internalDispatch(exchange, to, setDestination || to != peer);
            return taken;
        } finally {
            if (!taken) {
                own.leave();
            }
        }
    }

    /**
     * Counts a request at its endpoint before any other step. A closing endpoint therefore waits for it, or has refused
     * it, so that it goes to the successor.
     */
    private static InternalEndpoint entered(TenantExchange request, InternalEndpoint peer) {
        if (!(peer.getEndpoint() instanceof ActivatedEndpoint wanted) || request.enter(wanted)) {
            return peer;
        }
        ActivatedEndpoint endpoint = wanted;
        do {
            endpoint = request.label() == null ? endpoint.successor() : null; // a label fixes the destination
            if (endpoint == null) {
                throw new ServiceMixException("the endpoint of exchange " + request.getId() + " is not active");
            }
        } while (!request.enter(endpoint));
        InternalEndpoint to = endpoint.registration();
        if (to == null) {
            request.leave();
            throw new ServiceMixException("the endpoint of exchange " + request.getId() + " is not active");
        }
        return to;
    }

    private void check(TenantExchange exchange, InternalEndpoint peer) {
        Owner label = exchange.label();
        if (label == null) {
            BusEndpoint endpoint = BusEndpoint.behind(peer);
            if (endpoint == null) {
                throw new ServiceMixException("the endpoint of exchange " + exchange.getId() + " is not active");
            }
            exchange.label(firstLabel(exchange, endpoint, peer));
            return;
        }
        // The destination is constant since the first dispatch, so it was active then. It may be inactive now: its
        // component still finishes the open exchange.
        Endpoint endpoint = peer.getEndpoint();
        if (exchange.getRole() == Role.Consumer) {
            if (peer != exchange.linkedTo()) { // a linked exchange is finished even after the removal of its link
                reach(exchange, label, endpoint, peer);
            }
        } else {
            checkReply(exchange, label);
            // A component's own endpoint has no label: it is the source of the exchange.
            if (endpoint instanceof ActivatedEndpoint activated) {
                permit(label, activated.owner());
            }
        }
    }

    private static Owner ownerOfDestination(Endpoint endpoint) {
        return endpoint instanceof ActivatedEndpoint activated ? activated.owner() : Owner.PLAIN;
    }

    private Owner firstLabel(TenantExchange exchange, BusEndpoint endpoint, InternalEndpoint peer) {
        if (exchange.getRole() != Role.Consumer || exchange.getStatus() != Status.Active) {
            throw new TenantBoundaryException("an exchange that was never sent cannot be returned");
        }
        Message in = exchange.getIn(false);
        Owner caller = owner(in == null ? null : in.getSecuritySubject(), ownerOfDestination(endpoint));
        // The sender for an owner's endpoint cannot act as an owner without access to that endpoint, with any subject
        // that it has obtained.
        if (BusEndpoint.behind(exchange.getSource()) instanceof ActivatedEndpoint sender) {
            permit(caller, sender.owner());
        }
        reach(exchange, caller, endpoint, peer);
        return caller;
    }

    /** Checks the access by the rule, or else by a link. */
    private void reach(TenantExchange exchange, Owner caller, Endpoint endpoint, InternalEndpoint peer) {
        Owner owner = ownerOfDestination(endpoint);
        if (boundary.permits(caller, owner)) {
            return;
        }
        if (!(endpoint instanceof ActivatedEndpoint activated) || !isLinked(exchange, caller, activated)) {
            throw new TenantBoundaryException(caller, owner);
        }
        exchange.linkTo(peer);
        // The tenant's principal stays on the tenant's side: with it the other side could reach all endpoints of the
        // tenant.
        Message in = exchange.getIn(false);
        if (in != null) {
            in.setSecuritySubject(null);
        }
    }

    private boolean isLinked(TenantExchange exchange, Owner caller, ActivatedEndpoint endpoint) {
        InternalEndpoint source = exchange.getSource();
        String component = source != null && source.getEndpoint() instanceof BusEndpoint sender
                ? sender.inbox().component()
                : null;
        return boundary.isLinked(
                caller.tenantWide(),
                component,
                endpoint.owner(),
                endpoint.getServiceName(),
                endpoint.getEndpointName());
    }

    /** A reply needs no subject, and most have none. It must not bring another owner's subject to the consumer. */
    private void checkReply(TenantExchange exchange, Owner label) {
        if (exchange.getStatus() == Status.Active) {
            checkReply(exchange, exchange.getOut(false), label);
            checkReply(exchange, exchange.getFault(false), label);
        }
    }

    private void checkReply(TenantExchange exchange, Message reply, Owner label) {
        if (reply != null && reply.getSecuritySubject() != null) {
            Owner subject = owner(reply.getSecuritySubject(), label);
            if (exchange.linkedTo() != null
                    && boundary.permits(
                            subject, ownerOfDestination(exchange.linkedTo().getEndpoint()))) {
                reply.setSecuritySubject(null); // the answer crosses, the principal does not
            } else if (!subject.equals(Owner.PLAIN)) {
                permit(subject, label);
            }
        }
    }

    private void permit(Owner caller, Owner owner) {
        if (!boundary.permits(caller, owner)) {
            throw new TenantBoundaryException(caller, owner);
        }
    }

    /**
     * The owner in a subject. Returns {@code expected} itself if it is equal, as for replies and at the endpoints of
     * one user. At endpoints of a whole tenant the first dispatch allocates one small object.
     *
     * @throws TenantBoundaryException for several tenant principals: such a subject is neither an owner nor plain
     */
    private static Owner owner(Subject subject, Owner expected) {
        if (subject == null) {
            return Owner.PLAIN;
        }
        TenantPrincipal found = null;
        for (Principal principal : subject.getPrincipals()) {
            if (principal instanceof TenantPrincipal tenant) {
                if (found != null) {
                    throw new TenantBoundaryException("an exchange of several tenants may not reach any endpoint");
                }
                found = tenant;
            }
        }
        if (found == null) {
            return Owner.PLAIN;
        }
        if (!(expected.tenantWide() instanceof Owner.OfTenant tenant)
                || !tenant.id().equals(found.tenant())) {
            return Owner.of(found.tenant(), found.user());
        }
        return expected instanceof Owner.OfUser user && user.id().equals(found.user())
                ? expected
                : new Owner.OfUser(tenant, found.user());
    }
}
