package org.esbmt.jbi.container.internal.component;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.management.MBeanNames;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.esbmt.jbi.container.api.EndpointName;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.jbi.container.internal.nmr.IndexedEndpointRegistry;
import org.esbmt.tenancy.api.TenantNames;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

/**
 * A component's context, from its init to its shutDown. The class of ServiceMix cannot be extended without its
 * management bundle, which needs Blueprint.
 */
final class InstalledContext implements TenantComponentContext, MBeanNames, AutoCloseable {
    private static final String JMX_DOMAIN = "org.apache.servicemix";

    private final JbiEnvironment bus;
    private final Component component;
    private final ComponentFolders folders;
    private final ComponentInbox inbox;
    private final ComponentChannel channel;
    private final Set<ActivatedEndpoint> activated = ConcurrentHashMap.newKeySet();
    private final Set<ServiceEndpoint> external = ConcurrentHashMap.newKeySet();

    InstalledContext(JbiEnvironment bus, String name, String type, Component component, Optional<Path> installRoot)
            throws JBIException {
        this.bus = bus;
        this.component = requireNonNull(component, "component");
        ComponentFolders own = ComponentFolders.under(bus.folder(), name);
        this.folders = installRoot.map(own::installedIn).orElse(own);
        this.inbox = bus.inbox(name);
        this.channel = new ComponentChannel(inbox, bus.routing());
        endpoints().add(inbox.endpoint(), Map.of(InstalledComponents.NAME, name, InstalledComponents.TYPE, type));
    }

    @Override
    public MessageMemory messageMemory() {
        return bus.memory();
    }

    private IndexedEndpointRegistry endpoints() {
        return bus.nmr().getEndpointRegistry();
    }

    @Override
    public ServiceEndpoint activateEndpoint(QName service, String endpoint) throws JBIException {
        return activateEndpoint(Owner.PLAIN, service, endpoint);
    }

    @Override
    public ServiceEndpoint activateEndpoint(Owner owner, QName service, String endpoint) throws JBIException {
        return activateEndpoint(owner, service, endpoint, Set.of(), made -> {});
    }

    @Override
    public ServiceEndpoint activateEndpoint(
            Owner owner,
            QName service,
            String endpoint,
            Set<ServiceEndpoint> givingWay,
            Consumer<ServiceEndpoint> known)
            throws JBIException {
        QName onBus = onBus(owner, service);
        List<QName> interfaces = interfaces(new ServiceEndpointImpl(service, endpoint));
        ActivatedEndpoint made = new ActivatedEndpoint(inbox, owner, service, onBus, endpoint, interfaces);
        known.accept(made);
        endpoints().activate(made, givingWay);
        activated.add(made);
        return made;
    }

    /** A scoped name stays unchanged, if it is the owner's own. */
    private QName onBus(Owner owner, QName service) throws JBIException {
        TenantNames names = bus.names();
        QName scoped = bus.lookup().onBus(owner, service);
        if (names.isGivenByBus(service) && (owner.tenant().isEmpty() || !scoped.equals(service))) {
            throw new JBIException("service " + service + " is in the namespace of tenants' services, whose names start"
                    + " with " + names.prefix() + ", and not one of the owner's own");
        }
        return scoped;
    }

    /** The interfaces in the component's description of the endpoint, by the name that the unit's author wrote. */
    private List<QName> interfaces(ServiceEndpoint endpoint) {
        Document description = component.getServiceDescription(endpoint);
        return ServiceDescription.interfaces(description, endpoint.getServiceName(), endpoint.getEndpointName());
    }

    @Override
    public void deactivateEndpoint(ServiceEndpoint endpoint) throws JBIException {
        endpoints().deactivate(giveUp(endpoint));
    }

    @Override
    public boolean closeEndpoint(ServiceEndpoint endpoint, Duration atMost) throws JBIException {
        ActivatedEndpoint own = giveUp(endpoint);
        endpoints().withdraw(own);
        boolean finished = own.exchanges().awaitEmpty(atMost);
        endpoints().deactivate(own);
        return finished;
    }

    private ActivatedEndpoint giveUp(ServiceEndpoint endpoint) throws JBIException {
        ActivatedEndpoint own = endpoint instanceof ActivatedEndpoint e
                ? e
                : endpoints()
                        .find(Owner.PLAIN, endpoint.getServiceName(), endpoint.getEndpointName())
                        .orElse(null);
        if (own == null || !activated.remove(own)) {
            throw new JBIException("component " + getComponentName() + " has not activated an endpoint "
                    + endpoint.getEndpointName() + " of service " + endpoint.getServiceName());
        }
        return own;
    }

    @Override
    public Optional<ServiceEndpoint> findEndpoint(Owner owner, QName service, String endpoint) {
        Optional<ActivatedEndpoint> own = bus.lookup().find(owner, service, endpoint);
        if (own.isPresent() || owner.equals(Owner.PLAIN)) {
            return own.map(e -> e);
        }
        // A linked plain endpoint is also found by the scoped name that the deployer writes into a tenant's unit.
        for (QName linked : bus.boundary().linkedServices(owner.tenantWide(), endpoint)) {
            if (linked.equals(service) || bus.lookup().onBus(owner, linked).equals(service)) {
                return endpoints().find(Owner.PLAIN, linked, endpoint).map(e -> e);
            }
        }
        return Optional.empty();
    }

    @Override
    public EndpointName endpointName(Owner owner, QName service, String endpoint) {
        return new RememberedEndpoint(this, endpoints(), owner, service, endpoint);
    }

    /** A plain endpoint, or one of a tenant that is linked to this component, by its name on the bus. */
    @Override
    public ServiceEndpoint getEndpoint(QName service, String endpoint) {
        return findEndpoint(Owner.PLAIN, service, endpoint)
                .or(() -> endpoints().findOnBus(service, endpoint).filter(e -> isLinked(Owner.PLAIN, e)))
                .orElse(null);
    }

    private boolean isLinked(Owner caller, ActivatedEndpoint endpoint) {
        return bus.boundary()
                .isLinked(
                        caller,
                        getComponentName(),
                        endpoint.owner(),
                        endpoint.getServiceName(),
                        endpoint.getEndpointName());
    }

    @Override
    public ServiceEndpoint[] getEndpoints(QName interfaceName) {
        List<ActivatedEndpoint> found = interfaceName == null
                ? endpoints().of(Owner.PLAIN)
                : endpoints().ofInterface(Owner.PLAIN, interfaceName);
        return found.toArray(ServiceEndpoint[]::new);
    }

    @Override
    public ServiceEndpoint[] getEndpointsForService(QName service) {
        return endpoints()
                .ofService(Owner.PLAIN, requireNonNull(service, "service"))
                .toArray(ServiceEndpoint[]::new);
    }

    /** The description by the component of the endpoint; null without one, and for an unknown endpoint. */
    @Override
    public Document getEndpointDescriptor(ServiceEndpoint endpoint) {
        ServiceEndpoint known = endpoint instanceof ActivatedEndpoint
                ? endpoint
                : getEndpoint(endpoint.getServiceName(), endpoint.getEndpointName());
        return known instanceof ActivatedEndpoint active
                ? bus.context(active.inbox().component())
                        .map(c -> c.component.getServiceDescription(
                                new ServiceEndpointImpl(active.authoredService(), active.getEndpointName())))
                        .orElse(null)
                : null;
    }

    @Override
    public void registerExternalEndpoint(ServiceEndpoint endpoint) {
        external.add(requireNonNull(endpoint, "endpoint"));
    }

    @Override
    public void deregisterExternalEndpoint(ServiceEndpoint endpoint) throws JBIException {
        if (!external.remove(endpoint)) {
            throw new JBIException("component " + getComponentName() + " has not registered the external endpoint "
                    + endpoint.getEndpointName() + " of service " + endpoint.getServiceName());
        }
    }

    @Override
    public ServiceEndpoint[] getExternalEndpoints(QName interfaceName) {
        return allExternal()
                .filter(e -> interfaceName == null
                        || (e.getInterfaces() != null
                                && List.of(e.getInterfaces()).contains(interfaceName)))
                .toArray(ServiceEndpoint[]::new);
    }

    @Override
    public ServiceEndpoint[] getExternalEndpointsForService(QName service) {
        requireNonNull(service, "service");
        return allExternal().filter(e -> service.equals(e.getServiceName())).toArray(ServiceEndpoint[]::new);
    }

    private Stream<ServiceEndpoint> allExternal() {
        return bus.contexts().stream().flatMap(c -> c.external.stream());
    }

    /** Resolved by the components, or else by the name in the reference (JSR-208, section 5.5.4). */
    @Override
    public ServiceEndpoint resolveEndpointReference(DocumentFragment reference) {
        for (InstalledContext other : bus.contexts()) {
            ServiceEndpoint endpoint = other.component.resolveEndpointReference(reference);
            if (endpoint != null) {
                bus.routing().remember(endpoint, other.inbox.endpoint());
                return endpoint;
            }
        }
        return EndpointReference.read(reference)
                .map(named -> getEndpoint(named.service(), named.endpoint()))
                .orElse(null);
    }

    @Override
    public TenantDeliveryChannel getDeliveryChannel() {
        return channel;
    }

    @Override
    public String getComponentName() {
        return inbox.component();
    }

    @Override
    public String getInstallRoot() {
        return folders.install().toString();
    }

    @Override
    public String getWorkspaceRoot() {
        return folders.workspace().toString();
    }

    /** The logger {@code <component><suffix>}, of the component itself for null. */
    @Override
    public Logger getLogger(String suffix, String resourceBundleName) throws JBIException {
        String name = suffix == null ? getComponentName() : getComponentName() + suffix;
        try {
            return Logger.getLogger(name, resourceBundleName);
        } catch (IllegalArgumentException e) {
            throw new JBIException("the logger " + name + " has another resource bundle than " + resourceBundleName, e);
        }
    }

    @Override
    public MBeanNames getMBeanNames() {
        return this;
    }

    @Override
    public MBeanServer getMBeanServer() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    public String getJmxDomainName() {
        return JMX_DOMAIN;
    }

    /** {@code org.apache.servicemix:Type=Component,Name=<component>,SubType=<customName>}, the form of ServiceMix 4. */
    @Override
    public ObjectName createCustomComponentMBeanName(String customName) {
        try {
            return new ObjectName(
                    JMX_DOMAIN + ":Type=Component,Name=" + getComponentName() + ",SubType=" + value(customName));
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("not a name for an MBean: " + customName, e);
        }
    }

    private static String value(String text) {
        return text.matches("[^,=:\"*?\\n]+") ? text : ObjectName.quote(text);
    }

    /** Null in a JVM without naming. */
    @Override
    public InitialContext getNamingContext() {
        try {
            return new InitialContext();
        } catch (NamingException e) {
            return null;
        }
    }

    /** Null: this container has no transaction manager. */
    @Override
    public Object getTransactionManager() {
        return null;
    }

    /** Removes the component from the bus, with its remaining endpoints. Waiting requests return as errors. */
    @Override
    public void close() {
        channel.close();
        activated.forEach(endpoints()::deactivate);
        activated.clear();
        external.clear();
        endpoints().remove(inbox.endpoint());
    }
}
