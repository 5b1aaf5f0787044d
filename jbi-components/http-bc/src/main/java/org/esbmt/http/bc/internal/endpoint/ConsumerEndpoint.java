package org.esbmt.http.bc.internal.endpoint;

import java.util.UUID;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.soap.TenantContextRule;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.http.bc.internal.unit.ExchangeTarget;
import org.esbmt.http.bc.internal.unit.Mep;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.EndpointName;
import org.esbmt.jbi.container.api.InFlight;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.PrintableText;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.xml.api.XmlLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open channel adapter: it receives the HTTP requests of one path. A message's own state is in its {@link
 * PendingRequest}. The only state that changes here is the owner of the path.
 */
final class ConsumerEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerEndpoint.class);
    private static final int LONGEST_SHOWN = 300;

    private final ConsumerDefinition definition;
    // The parts of the definition that every message needs, so that it touches few other objects of its tenant.
    private final boolean soap;
    private final SoapVersion soapVersion; // null for any
    private final BodyCheck bodyCheck;
    private final long maxMessageBytes;
    private final long timeoutNanos;
    private final Mep mep;
    private final boolean takesPassword;
    private final Protection answerProtection;
    private final EndpointName target; // null for a service or an interface

    private final Owner owner;
    private final String path;
    private final byte[] wsdl;
    private final byte[] wsdlOverTls;
    private final XmlLimits limits;
    private final LogAllowance failureLines;
    private final RequestMeter meter;
    private final InFlight requests = new InFlight();
    private volatile boolean requestsEnd;
    private volatile ConsumerEndpoint successor;
    private ConsumerEndpoint predecessor; // guarded by Ports

    /**
     * An endpoint that is not open yet.
     *
     * @param bus looks targets up
     * @param path the path in request lines
     * @param wsdl the WSDL with the address for clients; null if there is none
     * @param wsdlOverTls the WSDL with the address for clients with TLS; null if there is none
     * @param failureLines the log allowance of the endpoint's unit
     * @param meter counts the requests of the path
     */
    ConsumerEndpoint(
            ConsumerDefinition definition,
            BindingChannel bus,
            Owner owner,
            String path,
            byte[] wsdl,
            byte[] wsdlOverTls,
            XmlLimits limits,
            LogAllowance failureLines,
            RequestMeter meter) {
        this.definition = definition;
        this.soap = definition.soap();
        this.soapVersion = definition.soapVersion().orElse(null);
        this.bodyCheck = definition.bodyCheck();
        this.maxMessageBytes = definition.maxMessageBytes();
        this.timeoutNanos = definition.timeout().toNanos();
        this.mep = definition.defaultMep();
        this.takesPassword = SenderCheck.takesPassword(definition.senders());
        this.answerProtection = definition.senders().answer();
        this.target = definition
                .target()
                .endpoint()
                .map(endpoint -> bus.name(owner, definition.target().service().orElseThrow(), endpoint))
                .orElse(null);
        this.owner = owner;
        this.path = path;
        this.wsdl = wsdl;
        this.wsdlOverTls = wsdlOverTls;
        this.limits = limits;
        this.failureLines = failureLines;
        this.meter = meter;
    }

    ConsumerDefinition definition() {
        return definition;
    }

    /** Tells if it takes messages of this version. */
    boolean takes(SoapVersion version) {
        return soapVersion == null || soapVersion.equals(version);
    }

    boolean soap() {
        return soap;
    }

    BodyCheck bodyCheck() {
        return bodyCheck;
    }

    long maxMessageBytes() {
        return maxMessageBytes;
    }

    /** For the whole exchange. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    Mep mep() {
        return mep;
    }

    /** Returns true if it takes messages with a password alone. */
    boolean takesPassword() {
        return takesPassword;
    }

    /** The protection of its answers. */
    Protection answerProtection() {
        return answerProtection;
    }

    Owner owner() {
        return owner;
    }

    /**
     * Returns true if messages of this sender are accepted. An endpoint accepts messages of every user of its tenant,
     * or of its one user.
     */
    boolean isFor(TenantPrincipal sender) {
        return owner.tenantWide() instanceof Owner.OfTenant tenant
                && tenant.id().equals(sender.tenant())
                && (!(owner instanceof Owner.OfUser user) || user.id().equals(sender.user()));
    }

    String path() {
        return path;
    }

    /** The log allowance of its unit. */
    LogAllowance failureLines() {
        return failureLines;
    }

    /** Counts the requests of its path. */
    RequestMeter meter() {
        return meter;
    }

    /** The WSDL, which must not be changed; null if there is none. */
    byte[] wsdl(boolean overTls) {
        return overTls ? wsdlOverTls : wsdl;
    }

    XmlLimits limits() {
        return limits;
    }

    /** The requests that were accepted and are not completely answered. */
    InFlight requests() {
        return requests;
    }

    /**
     * Accepts a request, which then counts among {@link #requests}.
     *
     * @return this endpoint, or, if it is closed, the endpoint that has taken its path over; null if there is none
     */
    ConsumerEndpoint accept() {
        for (ConsumerEndpoint e = this; e != null; e = e.successor) {
            if (e.requests.enter()) {
                return e;
            }
        }
        return null;
    }

    /** Ends the wait of requests for their answers. */
    void endRequests() {
        requestsEnd = true;
    }

    boolean requestsEnd() {
        return requestsEnd;
    }

    /** Records the endpoint that has taken the path over. */
    void succeededBy(ConsumerEndpoint next) {
        next.predecessor = this;
        successor = next;
    }

    /** The endpoint that gets the path back; null if there is none. */
    ConsumerEndpoint predecessor() {
        return predecessor;
    }

    /** Returns the path to its former endpoint. */
    void givesBackTo(ConsumerEndpoint before) {
        before.successor = null;
        successor = before;
        predecessor = null;
    }

    /** Closes the endpoint for good: the path does not return to it, and it keeps no reference to former endpoints. */
    void ends() {
        predecessor = null;
        if (successor != null && successor.predecessor == this) {
            successor.predecessor = null;
        }
    }

    TenantContextRule rule() {
        return owner.tenant().isPresent() ? TenantContextRule.REQUIRED : TenantContextRule.OPTIONAL;
    }

    /**
     * Returns true if requests are read as SOAP. This is always so for requests of tenants, whose names are in the
     * envelope's header.
     */
    boolean readsEnvelope() {
        return soap || owner.tenant().isPresent();
    }

    /**
     * Addresses an exchange.
     *
     * @throws NoSuchEndpointException if no endpoint accepts it
     */
    void address(MessageExchange exchange) throws NoSuchEndpointException {
        ExchangeTarget to = definition.target();
        to.operation().ifPresent(exchange::setOperation);
        if (target != null) {
            exchange.setEndpoint(
                    target.find().orElseThrow(() -> new NoSuchEndpointException(owner, "there is no " + target())));
            return;
        }
        to.service().ifPresent(exchange::setService);
        to.interfaceName().ifPresent(exchange::setInterfaceName);
    }

    /** The target as in the unit, for the operator, under the names of the bus. */
    private String target() {
        ExchangeTarget to = definition.target();
        String name = to.service()
                .map(service -> "service " + service)
                .orElseGet(() -> "interface " + to.interfaceName().orElseThrow());
        return name + to.endpoint().map(endpoint -> ", endpoint " + endpoint).orElse("");
    }

    /**
     * Logs for the operator that a message did not reach its target.
     *
     * @param reason part of a sentence, without any content of the message
     * @return the line's correlation id
     */
    UUID notTaken(String reason) {
        UUID id = FaultAnswers.correlationId();
        failureLines.warn(
                LOG,
                () -> "A message for service " + shown(definition.service().toString()) + ", endpoint "
                        + shown(definition.endpoint()) + " of " + owner + " does not get to " + shown(target()) + ": "
                        + shown(reason) + " (correlation " + id + ").");
        return id;
    }

    /**
     * Logs for the operator that an answer did not reach its client.
     *
     * @param reason part of a sentence, without any content of the message
     * @return the line's correlation id
     */
    UUID notDelivered(String reason) {
        UUID id = FaultAnswers.correlationId();
        failureLines.warn(
                LOG,
                () -> "An answer of service " + shown(definition.service().toString()) + ", endpoint "
                        + shown(definition.endpoint()) + " of " + owner + " is not delivered: " + shown(reason)
                        + " (correlation " + id + ").");
        return id;
    }

    private static String shown(String text) {
        return PrintableText.of(text, LONGEST_SHOWN);
    }
}
