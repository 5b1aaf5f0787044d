package org.esbmt.http.bc.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import javax.jbi.component.ServiceUnitManager;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.http.api.MessagePort;
import org.esbmt.http.bc.internal.endpoint.Departure;
import org.esbmt.http.bc.internal.endpoint.Engine;
import org.esbmt.http.bc.internal.endpoint.HttpBindingComponentMXBean;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.management.api.traffic.TrafficSource;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/**
 * The HTTP binding component. It exists only with a {@link TenantAuthenticator} and a valid configuration. Its ports
 * are open between {@link #start} and {@link #stop}.
 */
@org.osgi.service.component.annotations.Component(
        service = {Component.class, MessagePort.class, TrafficSource.class, HealthSource.class},
        configurationPid = "org.esbmt.http.bc",
        property = {
            InstalledComponents.NAME + "=http-bc",
            InstalledComponents.TYPE + "=binding-component",
            InstalledComponents.DESCRIPTION + "=SOAP and plain messages over HTTP, for tenants and for plain assemblies"
        })
@Designate(ocd = HttpConfiguration.class)
public final class HttpBindingComponent
        implements Component, ComponentLifeCycle, MessagePort, TrafficSource, HealthSource {
    private static final Logger LOG = LoggerFactory.getLogger(HttpBindingComponent.class);
    private static final String OBJECT_NAME = "org.esbmt:type=HttpBindingComponent";

    private final HttpSettings settings;
    private final TenantAuthenticator authenticator;
    private final SecurityServices security = new SecurityServices();
    private final BooleanSupplier busStops;
    private final Departure departure;
    private volatile Engine engine;
    private MBeanServer mbeans;
    private volatile InetSocketAddress address;

    @Activate
    public HttpBindingComponent(
            BundleContext context, HttpConfiguration configuration, @Reference TenantAuthenticator authenticator) {
        this(configuration, authenticator, stopping(context.getBundle(0)));
    }

    private static BooleanSupplier stopping(Bundle system) {
        return () -> system.getState() == Bundle.STOPPING;
    }

    /** @param busStops true while the whole bus stops, so that closing must not take long */
    public HttpBindingComponent(
            HttpConfiguration configuration, TenantAuthenticator authenticator, BooleanSupplier busStops) {
        this.settings = HttpSettings.of(configuration);
        this.authenticator = requireNonNull(authenticator, "authenticator");
        this.busStops = requireNonNull(busStops, "busStops");
        this.departure = new Departure(settings.noticeNanos(), System::nanoTime);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void setDraining(Draining draining) {
        departure.begin();
    }

    void unsetDraining(Draining draining) {
        if (!busStops.getAsBoolean()) {
            departure.end();
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setMessageSecurity(MessageSecurity service) {
        security.set(service);
    }

    void unsetMessageSecurity(MessageSecurity service) {
        security.unset(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setTenantKeys(TenantKeys service) {
        security.set(service);
    }

    void unsetTenantKeys(TenantKeys service) {
        security.unset(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setReplayClaims(ReplayClaims service) {
        security.set(service);
    }

    void unsetReplayClaims(ReplayClaims service) {
        security.unset(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setSessionTokens(SessionTokens service) {
        security.set(service);
    }

    void unsetSessionTokens(SessionTokens service) {
        security.unset(service);
    }

    @Override
    public void init(ComponentContext context) throws JBIException {
        if (!(context instanceof TenantComponentContext tenantContext)) {
            throw new JBIException("http-bc needs a container that knows tenants");
        }
        engine = new Engine(settings, authenticator, security, tenantContext, busStops, departure);
        mbeans = context.getMBeanServer();
    }

    @Override
    public void start() throws JBIException {
        try {
            address = engine.start();
        } catch (IOException e) {
            throw new JBIException("http-bc: " + e.getMessage(), e);
        }
        if (mbeans != null) {
            try {
                mbeans.registerMBean(
                        new DescribedMBean<>(
                                engine.management(),
                                HttpBindingComponentMXBean.class,
                                "What the HTTP binding component counts, since its start or at the moment."),
                        new ObjectName(OBJECT_NAME));
            } catch (JMException e) {
                LOG.warn("The counters of http-bc cannot be read with JMX.", e);
            }
        }
    }

    @Override
    public void stop() {
        if (mbeans != null) {
            try {
                mbeans.unregisterMBean(new ObjectName(OBJECT_NAME));
            } catch (JMException e) {
                LOG.debug("The counters of http-bc were not registered.", e);
            }
        }
        engine.stop();
        address = null;
    }

    @Override
    public void shutDown() {
        engine.close();
    }

    @Override
    public Collection<? extends TrafficMeter> meters() {
        Engine running = engine;
        return running == null ? List.of() : running.traffic().meters();
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public List<String> notes() {
        Engine running = engine;
        return running == null ? List.of() : running.notes();
    }

    /** The address that serves tenants; null while the component is not started. */
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public Optional<InetSocketAddress> listening() {
        return Optional.ofNullable(address);
    }

    @Override
    public Optional<String> clientAddress() {
        return listening().map(open -> engine.clientAddress());
    }

    @Override
    public ObjectName getExtensionMBeanName() {
        return null;
    }

    @Override
    public ComponentLifeCycle getLifeCycle() {
        return this;
    }

    @Override
    public ServiceUnitManager getServiceUnitManager() {
        return engine.units();
    }

    @Override
    public Document getServiceDescription(ServiceEndpoint endpoint) {
        return null;
    }

    @Override
    public boolean isExchangeWithConsumerOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public boolean isExchangeWithProviderOkay(ServiceEndpoint endpoint, MessageExchange exchange) {
        return true;
    }

    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        return null;
    }
}
