package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.jbi.JBIException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Reference;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.core.EndpointRegistryImpl;
import org.apache.servicemix.nmr.core.InternalEndpointWrapper;
import org.apache.servicemix.nmr.core.ServiceRegistryImpl;
import org.esbmt.jbi.container.api.Owner;

/**
 * The endpoints of the bus. The stock registry compares every endpoint's properties with every exchange's; this
 * registry uses {@link EndpointIndex}. Its attribute queries, which know no tenant, see plain endpoints only.
 */
public class IndexedEndpointRegistry extends EndpointRegistryImpl {
    /** ServiceMix's mark of an endpoint that a component activated. */
    private static final String INTERNAL = "jbi.internal";

    private final EndpointIndex index = new EndpointIndex();
    private final Object changes = new Object();

    public IndexedEndpointRegistry(TenantNmr nmr) {
        super(nmr);
        setExecutorFactory(nmr.getExecutorFactory());
        setRegistry(new Registrations(nmr));
        init();
    }

    /**
     * Makes an endpoint reachable.
     *
     * @param givingWay the endpoints whose name it may take over
     * @throws JBIException if its name on the bus is another endpoint's; nothing has changed then
     */
    public void activate(ActivatedEndpoint endpoint, Set<? extends ServiceEndpoint> givingWay) throws JBIException {
        synchronized (changes) {
            ActivatedEndpoint there = index.onBus(endpoint.getServiceName(), endpoint.getEndpointName());
            if (there != null && (!givingWay.contains(there) || !there.owner().equals(endpoint.owner()))) {
                throw taken(endpoint, there);
            }
            // Registered first: an exchange can be sent to it as soon as its name is found.
            super.register(endpoint, properties(endpoint));
            if (there == null) {
                index.add(endpoint);
            } else {
                index.replace(there, endpoint);
                there.succeededBy(endpoint);
            }
        }
    }

    private static JBIException taken(ActivatedEndpoint endpoint, ActivatedEndpoint other) {
        return new JBIException("endpoint " + endpoint.getEndpointName() + " of service "
                + endpoint.authoredService() + " is activated already, by component "
                + other.inbox().component()
                + (other.authoredService().equals(endpoint.authoredService())
                        ? ""
                        : ", as service " + other.authoredService() + ": of a tenant's service name the bus keeps"
                                + " the local part only"));
    }

    /**
     * Stops new exchanges to the endpoint. Its name returns to the endpoint that it was taken over from, if that one
     * still exists. Open exchanges continue. A second call does nothing.
     */
    public void withdraw(ActivatedEndpoint endpoint) {
        synchronized (changes) {
            ActivatedEndpoint before = endpoint.predecessor();
            if (before != null && index.onBus(endpoint.getServiceName(), endpoint.getEndpointName()) == endpoint) {
                index.replace(endpoint, before);
                endpoint.givesBackTo(before);
            }
            index.remove(endpoint);
            endpoint.ends();
            endpoint.exchanges().close();
        }
    }

    /** Makes an endpoint unreachable. Delivered exchanges continue. Does nothing for an unreachable one. */
    public void deactivate(ActivatedEndpoint endpoint) {
        withdraw(endpoint);
        super.unregister(endpoint, null);
    }

    /** Adds a component's own endpoint to the bus. */
    public void add(ComponentEndpoint endpoint, Map<String, ?> properties) {
        super.register(endpoint, properties);
    }

    /** Removes a component's own endpoint. */
    public void remove(ComponentEndpoint endpoint) {
        super.unregister(endpoint, null);
    }

    /**
     * The number of changes that the names have had. A look-up that began with this number stays right until the number is
     * another one. Any thread, no lock.
     */
    public long changes() {
        return index.changes();
    }

    /** The owner's endpoint, by the name that the unit's author wrote. */
    public Optional<ActivatedEndpoint> find(Owner owner, QName authoredService, String endpoint) {
        return Optional.ofNullable(index.of(owner, authoredService, endpoint));
    }

    /**
     * The endpoint of any owner with the name on the bus. It serves as the source of an exchange, which
     * {@link TenantFlowRegistry} then checks.
     */
    public Optional<ActivatedEndpoint> findOnBus(QName service, String endpoint) {
        return Optional.ofNullable(index.onBus(service, endpoint));
    }

    public List<ActivatedEndpoint> ofService(Owner owner, QName authoredService) {
        return index.ofService(owner, authoredService);
    }

    public List<ActivatedEndpoint> ofInterface(Owner owner, QName interfaceName) {
        return index.ofInterface(owner, interfaceName);
    }

    /** All endpoints of an owner; a scan. */
    public List<ActivatedEndpoint> of(Owner owner) {
        return index.all(owner);
    }

    /** A target among the owner's endpoints of a service. */
    public Reference toService(Owner owner, QName authoredService) {
        return new IndexedReference(authoredService, () -> index.ofService(owner, authoredService));
    }

    /** A target among the owner's endpoints of an interface. */
    public Reference toInterface(Owner owner, QName interfaceName) {
        return new IndexedReference(interfaceName, () -> index.ofInterface(owner, interfaceName));
    }

    /**
     * Uses the index when the properties name a service and endpoint, a service, or an interface. Any other query is
     * the stock scan, over the results of {@link #query}.
     */
    @Override
    public Reference lookup(Map<String, ?> properties) {
        Map<String, ?> wanted = handleWiring(properties);
        Set<String> keys = wanted.keySet();
        if (keys.equals(Set.of(Endpoint.SERVICE_NAME, Endpoint.ENDPOINT_NAME))) {
            QName service = QName.valueOf((String) wanted.get(Endpoint.SERVICE_NAME));
            String endpoint = (String) wanted.get(Endpoint.ENDPOINT_NAME);
            return new IndexedReference(
                    service + ":" + endpoint,
                    () -> findOnBus(service, endpoint).map(List::of).orElse(List.of()));
        }
        if (keys.equals(Set.of(Endpoint.SERVICE_NAME))) {
            return toService(Owner.PLAIN, QName.valueOf((String) wanted.get(Endpoint.SERVICE_NAME)));
        }
        if (keys.equals(Set.of(Endpoint.INTERFACE_NAME))) {
            return toInterface(Owner.PLAIN, QName.valueOf((String) wanted.get(Endpoint.INTERFACE_NAME)));
        }
        return super.lookup(wanted);
    }

    /** Plain endpoints and components only. */
    @Override
    protected List<InternalEndpoint> internalQuery(Map<String, ?> properties) {
        return new ArrayList<>(plain(super.internalQuery(properties)));
    }

    /** Plain endpoints and components only. */
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // as the stock class: what is registered are InternalEndpoints
    public Set<Endpoint> getServices() {
        return new HashSet<>(plain((Collection) super.getServices()));
    }

    /** The entry point of the stock API, which knows no owner. */
    @Override
    public void register(Endpoint endpoint, Map<String, ?> properties) {
        throw new UnsupportedOperationException("an endpoint is activated by its component's context");
    }

    /** Also called by a closing channel. */
    @Override
    public void unregister(Endpoint endpoint, Map<String, ?> properties) {
        if (endpoint instanceof InternalEndpoint registration) {
            if (registration.getEndpoint() instanceof ActivatedEndpoint activated) {
                withdraw(activated);
            }
            super.unregister(endpoint, properties);
        } else if (endpoint instanceof ActivatedEndpoint activated) {
            deactivate(activated);
        }
    }

    private static List<InternalEndpoint> plain(Collection<InternalEndpoint> endpoints) {
        return endpoints.stream()
                .filter(e -> !(e.getEndpoint() instanceof ActivatedEndpoint a)
                        || a.owner().equals(Owner.PLAIN))
                .toList();
    }

    private static Map<String, Object> properties(ActivatedEndpoint endpoint) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(Endpoint.NAME, endpoint.toString());
        properties.put(Endpoint.SERVICE_NAME, endpoint.getServiceName().toString());
        properties.put(Endpoint.ENDPOINT_NAME, endpoint.getEndpointName());
        properties.put(INTERNAL, "true");
        if (!endpoint.interfaces().isEmpty()) {
            properties.put(
                    Endpoint.INTERFACE_NAME,
                    String.join(
                            ",",
                            endpoint.interfaces().stream().map(QName::toString).toList()));
        }
        return Map.copyOf(properties);
    }

    /**
     * Gives every registration a channel of this package: the stock registry creates its own, and this is the first
     * hook after that.
     */
    private static final class Registrations extends ServiceRegistryImpl<InternalEndpoint> {
        private final TenantNmr nmr;

        Registrations(TenantNmr nmr) {
            this.nmr = requireNonNull(nmr, "nmr");
        }

        @Override
        protected void doRegister(InternalEndpoint registration, Map<String, ?> properties) {
            BusEndpoint endpoint = (BusEndpoint) registration.getEndpoint();
            ((InternalEndpointWrapper) registration).setChannel(new TenantChannel(registration, endpoint, nmr));
            endpoint.registered(registration);
        }

        @Override
        protected void doUnregister(InternalEndpoint registration, Map<String, ?> properties) {
            ((BusEndpoint) registration.getEndpoint()).registered(null);
        }
    }
}
