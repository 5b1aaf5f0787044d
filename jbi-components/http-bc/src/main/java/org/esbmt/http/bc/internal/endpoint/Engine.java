package org.esbmt.http.bc.internal.endpoint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.jbi.JBIException;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.servicedesc.ServiceEndpoint;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.bc.internal.HttpSettings;
import org.esbmt.http.bc.internal.backend.BackEnds;
import org.esbmt.http.bc.internal.backend.CertifiedBackEnd;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.http.bc.internal.unit.HttpEndpointDefinition;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.jbi.container.api.DrainTime;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.management.api.traffic.TrafficSource;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.esbmt.xml.api.XmlLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts between the component's {@code init} and {@code shutDown}: threads, ports, back ends. */
public final class Engine implements ExchangeListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    /** The threads that make contexts of TLS; a tenant has one at a time. */
    private static final int CONTEXT_THREADS = 2;

    private static final int WAITING_CONTEXTS = 256;

    private final HttpSettings settings;
    private final Counters counters = new Counters();
    private final BindingChannel bus;
    private final EventLoops loops;
    private final RequestMeters meters;
    private final SourceWriter sources;
    private final MessageProtection protection;
    private final Supplier<Optional<MessageProtection.Services>> security;
    private final BackEnds backEnds;
    private final Lanes contexts = new Lanes("http-bc-tls", CONTEXT_THREADS, 1, WAITING_CONTEXTS);
    private final Ports ports;
    private final DrainTime drain;
    private final HttpServiceUnits units = new HttpServiceUnits(this);
    private final TolerantEndpoints tolerant = new TolerantEndpoints();
    private final Map<ServiceEndpoint, ProviderEndpoint> providers = new ConcurrentHashMap<>();
    private volatile TenantUrls urls;

    /**
     * Creates the parts; ports open with {@link #start}.
     *
     * @param security the services of WS-Security, empty while one of them is missing
     * @param busStops true while the whole bus stops
     */
    public Engine(
            HttpSettings settings,
            TenantAuthenticator authenticator,
            Supplier<Optional<MessageProtection.Services>> security,
            TenantComponentContext context,
            BooleanSupplier busStops,
            Departure departure)
            throws MessagingException {
        this.settings = settings;
        this.drain = new DrainTime(Duration.ofNanos(settings.drainNanos()), busStops, System::nanoTime);
        this.bus = new BindingChannel(context);
        this.sources = new SourceWriter(context.messageMemory());
        this.security = security;
        this.protection = new MessageProtection(security);
        this.loops = new EventLoops("http-bc", settings.threads());
        this.meters = new RequestMeters(settings.threads());
        this.backEnds = new BackEnds(
                loops,
                settings.backEndLimits(),
                settings.answerHeaders(),
                settings.clientTls(),
                settings.egress(),
                counters.backEnds);
        RequestServices services = new RequestServices(
                bus,
                new SenderAuthentication(authenticator),
                protection,
                counters,
                meters,
                settings.answerHeaders(),
                settings.answerHeaders().find("Content-Type"),
                settings.xmlLimits().withMessageBytes(HttpEndpointDefinition.MOST_MESSAGE_BYTES),
                settings.xmlLimits().messageBytes(),
                settings.gatheredBytes() / settings.threads(),
                new AnswerRoom(settings.answerBytes(), context.messageMemory()),
                settings.wholeBytes(),
                sources,
                new LogAllowance(),
                departure);
        this.ports = new Ports(loops, settings.edgeLimits(), settings.serverTls(), services, settings.drainNanos());
        context.getDeliveryChannel().setExchangeListener(this);
    }

    /** Opens the tenants' ports. */
    public InetSocketAddress start() throws IOException {
        InetSocketAddress address = ports.openTenantPort(settings.host(), settings.port());
        int tlsPort = -1;
        if (servesTenantsWithTls()) {
            try {
                InetSocketAddress tls = ports.openTenantTlsPort(settings.host(), settings.tlsPort());
                tlsPort = tls.getPort();
                LOG.info("Tenants are served with TLS at {}.", tls);
            } catch (IOException e) {
                ports.closeTenantPorts();
                throw e;
            }
        }
        urls = TenantUrls.of(settings.publicUrl(), settings.host(), address.getPort(), tlsPort);
        LOG.info(
                "Tenants are served at {} ({} event loops on {}).",
                address,
                loops.size(),
                EventLoops.isNative() ? "epoll" : "NIO");
        return address;
    }

    /** Closes the tenants' ports, once the requests in progress are answered. */
    public void stop() {
        ports.closeTenantPorts();
    }

    @Override
    public void close() {
        backEnds.close();
        contexts.close();
        sources.close();
        protection.close();
        loops.close();
    }

    public ServiceUnitManager units() {
        return units;
    }

    public HttpBindingComponentMXBean management() {
        return new Management(counters, ports);
    }

    /** The address for clients, once the ports are open. */
    public String clientAddress() {
        return urls.plain();
    }

    /** The traffic of the tenants' endpoints. */
    public TrafficSource traffic() {
        return meters;
    }

    /** Sentences about endpoints that accept practices of older clients. */
    public List<String> notes() {
        return tolerant.notes();
    }

    TolerantEndpoints tolerant() {
        return tolerant;
    }

    BindingChannel bus() {
        return bus;
    }

    RequestMeters meters() {
        return meters;
    }

    Ports ports() {
        return ports;
    }

    /**
     * Returns true if signed messages can be opened now.
     *
     * @param sessions true if sessions must be able to begin, too
     */
    boolean hasMessageSecurity(boolean sessions) {
        return protection.isAvailable() && (!sessions || protection.hasSessions());
    }

    boolean servesTenantsWithTls() {
        return settings.serverTls() != null && settings.tlsPort() >= 0;
    }

    boolean hasServerKey() {
        return settings.serverTls() != null;
    }

    XmlLimits limits() {
        return settings.xmlLimits();
    }

    TenantUrls urls() {
        return urls;
    }

    ProviderEndpoint provider(Owner owner, ProviderDefinition definition) {
        return new ProviderEndpoint(
                definition,
                backEnds.use(owner.tenantWide(), definition.location()),
                bus,
                sources,
                loops,
                settings.requestHeaders(),
                definition.security().isNone() ? null : secured(owner, definition));
    }

    private SecuredProvider secured(Owner owner, ProviderDefinition definition) {
        OutboundKeys keys = new OutboundKeys(owner.tenant().orElseThrow(), security);
        CertifiedBackEnd certified = !definition.security().hasOwnTls()
                ? null
                : new CertifiedBackEnd(
                        backEnds,
                        settings.keyedTls(),
                        contexts,
                        loops,
                        settings.backEndLimits(),
                        owner.tenantWide(),
                        definition.location(),
                        () -> keys.all().thenApply(set -> OutboundKeys.tls(set, definition.security())));
        return new SecuredProvider(definition, keys, certified);
    }

    /** Returns true if tenants' secrets may be sent to back ends with http. */
    boolean hasPlainSecrets() {
        return settings.plainSecrets();
    }

    void release(ProviderEndpoint endpoint) {
        endpoint.close();
        backEnds.release(endpoint.backEnd());
    }

    DrainTime drain() {
        return drain;
    }

    /** Returns true if one of these endpoints has the name of the owner's provider. */
    boolean isOneOf(Set<ServiceEndpoint> endpoints, Owner owner, ProviderDefinition provider) {
        return !endpoints.isEmpty()
                && bus.context()
                        .findEndpoint(owner, provider.service(), provider.endpoint())
                        .filter(endpoints::contains)
                        .isPresent();
    }

    ServiceEndpoint activate(Owner owner, ProviderEndpoint endpoint, Set<ServiceEndpoint> givingWay)
            throws JBIException {
        ServiceEndpoint[] made = new ServiceEndpoint[1];
        try {
            return bus.context()
                    .activateEndpoint(
                            owner,
                            endpoint.definition().service(),
                            endpoint.definition().endpoint(),
                            givingWay,
                            activated -> {
                                made[0] = activated;
                                providers.put(activated, endpoint);
                            });
        } catch (JBIException | RuntimeException e) {
            if (made[0] != null) {
                providers.remove(made[0]);
            }
            throw e;
        }
    }

    /** Closes the endpoint; returns true if all of its exchanges ended in time. */
    boolean close(ServiceEndpoint activated, Duration atMost) {
        try {
            return bus.context().closeEndpoint(activated, atMost);
        } catch (JBIException e) {
            LOG.warn("The endpoint {} could not be deactivated.", activated, e);
            return true;
        } finally {
            providers.remove(activated);
        }
    }

    @Override
    public void onExchange(MessageExchange exchange) throws MessagingException {
        if (exchange.getRole() == MessageExchange.Role.CONSUMER) {
            if (exchange.getProperty(PendingRequest.PROPERTY) instanceof PendingRequest pending) {
                pending.replied(exchange);
            }
        } else if (exchange.getStatus() == ExchangeStatus.ACTIVE) {
            ProviderEndpoint endpoint = providers.get(exchange.getEndpoint());
            if (endpoint == null) {
                throw new MessagingException("the endpoint " + exchange.getEndpoint() + " is not open");
            }
            endpoint.request(exchange);
        } else {
            discard(exchange.getFault() == null ? exchange.getMessage("out") : exchange.getFault());
        }
    }

    /** Discards the unread part of the answer, since the exchange is over. */
    private static void discard(NormalizedMessage answer) {
        if (answer != null && answer.getContent() instanceof HttpBody body) {
            body.discardFromAnyThread();
        }
    }
}
