package org.esbmt.jbi.container.internal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.jbi.JBIException;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.TenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JBI container. It installs and starts components that are registered as OSGi services, and removes them when
 * their services are unregistered.
 *
 * <p>Installations and removals, of components and of listeners, run one at a time, each to its end. Queries never wait
 * for them.
 */
@Component(
        service = {InstalledComponents.class, HealthSource.class},
        immediate = true,
        configurationPid = ContainerConfiguration.PID)
@Designate(ocd = ContainerConfiguration.class)
public final class JbiContainer implements InstalledComponents, HealthSource {
    private static final Logger LOG = LoggerFactory.getLogger(JbiContainer.class);

    private static final int RETRY_SECONDS = 3;

    private final JbiEnvironment bus;
    private final ReentrantLock change = new ReentrantLock();
    private final ConcurrentMap<String, ManagedComponent> components = new ConcurrentHashMap<>();
    private final Set<Listener> listeners = new CopyOnWriteArraySet<>();
    /**
     * Components of the framework that could not be installed, with the reason. For example, another process may use
     * their port.
     */
    private final Map<javax.jbi.component.Component, Refused> refused = new ConcurrentHashMap<>();

    private final ScheduledExecutorService retries = Executors.newSingleThreadScheduledExecutor(JbiContainer::thread);

    private record Refused(Map<String, ?> properties, String why) {}

    @Activate
    public JbiContainer(
            @Reference TenantBoundary boundary, ContainerConfiguration configuration, BundleContext bundleContext) {
        this(bus(boundary, ContainerSettings.of(configuration), bundleContext));
        Future<?> unused = retries.scheduleWithFixedDelay(this::retry, RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
        LOG.info(
                "The JBI container is up; tenants' services are named {}<tenant>.",
                configuration.tenant_namespace_prefix());
    }

    private static JbiEnvironment bus(TenantBoundary boundary, ContainerSettings settings, BundleContext context) {
        return new JbiEnvironment(
                boundary,
                settings.names(),
                folder(context),
                settings.queueCapacity(),
                settings.inlineDepth(),
                settings.memory());
    }

    private static Path folder(BundleContext context) {
        String data = context.getProperty("karaf.data");
        return data == null ? context.getDataFile("jbi").toPath() : Path.of(data, "jbi");
    }

    JbiContainer(JbiEnvironment bus) {
        this.bus = requireNonNull(bus, "bus");
    }

    /** Called by the service component runtime for each new component. */
    @Reference(
            name = "component",
            service = javax.jbi.component.Component.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "uninstall")
    void install(javax.jbi.component.Component component, Map<String, ?> properties) {
        try {
            add(component, properties);
        } catch (JBIException | RuntimeException e) {
            LOG.error("A JBI component could not be installed. The container keeps trying: {}", e.getMessage(), e);
            refused.put(component, new Refused(properties, String.valueOf(e.getMessage())));
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-jbi-retry");
        thread.setDaemon(true);
        return thread;
    }

    /** Repeats the installation of refused components. */
    void retry() {
        refused.forEach((component, before) -> {
            change.lock();
            try {
                // It may have been unregistered in the meantime.
                if (refused.containsKey(component)) {
                    add(component, before.properties());
                    refused.remove(component);
                }
            } catch (JBIException | RuntimeException e) {
                String why = String.valueOf(e.getMessage());
                if (!why.equals(before.why())) {
                    LOG.error("A JBI component still cannot be installed: {}", why, e);
                }
                refused.put(component, new Refused(before.properties(), why));
            } finally {
                change.unlock();
            }
        });
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return refused.values().stream()
                .map(one -> "The JBI component " + one.properties().get(NAME) + " is not installed: " + one.why()
                        + ". The container keeps trying.")
                .sorted()
                .toList();
    }

    @Override
    public InstalledComponent add(javax.jbi.component.Component component, Map<String, ?> properties)
            throws JBIException {
        change.lock();
        try {
            ManagedComponent managed = described(component, properties);
            if (components.containsKey(managed.name())) {
                throw new JBIException("there is a component " + managed.name() + " already");
            }
            if (!Boolean.FALSE.equals(properties.get(START))) {
                started(managed);
            }
            components.put(managed.name(), managed);
            LOG.info(
                    "JBI component {} is installed and {}.",
                    managed.name(),
                    managed.state().text().toLowerCase(Locale.ROOT));
            notifyListeners(listener -> listener.installed(managed));
            return managed;
        } finally {
            change.unlock();
        }
    }

    @Override
    public void remove(InstalledComponent component) {
        change.lock();
        try {
            ManagedComponent managed = components.get(component.name());
            if (managed == component) {
                takeAway(managed);
            }
        } finally {
            change.unlock();
        }
    }

    private ManagedComponent described(javax.jbi.component.Component component, Map<String, ?> properties)
            throws JBIException {
        if (!(properties.get(NAME) instanceof String name)) {
            throw new JBIException(component.getClass().getName() + " is registered without the property " + NAME);
        }
        String description = properties.get(DESCRIPTION) instanceof String text ? text : "";
        Optional<Path> installRoot =
                properties.get(INSTALL_ROOT) instanceof String root ? Optional.of(Path.of(root)) : Optional.empty();
        return new ManagedComponent(bus, name, type(name, properties.get(TYPE)), description, component, installRoot);
    }

    private static InstalledComponent.Type type(String name, Object text) throws JBIException {
        if ("binding-component".equals(text)) {
            return InstalledComponent.Type.BINDING_COMPONENT;
        }
        if ("service-engine".equals(text)) {
            return InstalledComponent.Type.SERVICE_ENGINE;
        }
        throw new JBIException("the property " + TYPE + " of component " + name
                + " must be binding-component or service-engine, but is " + text);
    }

    private static void started(ManagedComponent component) throws JBIException {
        try {
            component.start();
        } catch (JBIException e) {
            try {
                component.shutDown(); // the start may have initialized it
            } catch (JBIException e2) {
                e.addSuppressed(e2);
            }
            throw e;
        }
    }

    /** Called by the service component runtime for each unregistered component. */
    void uninstall(javax.jbi.component.Component component, Map<String, ?> properties) {
        change.lock();
        try {
            refused.remove(component);
            ManagedComponent managed = properties.get(NAME) instanceof String name ? components.get(name) : null;
            if (managed != null && managed.component() == component) {
                takeAway(managed);
            }
        } finally {
            change.unlock();
        }
    }

    private void takeAway(ManagedComponent managed) {
        notifyListeners(listener -> listener.uninstalling(managed));
        try {
            if (managed.state() == InstalledComponent.State.STARTED) {
                managed.stop();
            }
        } catch (JBIException e) {
            LOG.warn(
                    "JBI component {} is removed although it could not be stopped: {}",
                    managed.name(),
                    e.getMessage(),
                    e);
            managed.abandon();
        }
        try {
            managed.shutDown();
            LOG.info("JBI component {} is shut down and uninstalled.", managed.name());
        } catch (JBIException e) {
            LOG.warn("JBI component {} is uninstalled, with an error: {}", managed.name(), e.getMessage(), e);
        } finally {
            components.remove(managed.name(), managed);
        }
    }

    /** Called by the service component runtime for each new listener. */
    @Reference(
            name = "listener",
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeListener")
    void addListener(Listener listener) {
        change.lock();
        try {
            listeners.add(listener);
            all().forEach(component -> notifyListeners(listener, l -> l.installed(component)));
        } finally {
            change.unlock();
        }
    }

    void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    private void notifyListeners(Consumer<Listener> what) {
        listeners.forEach(listener -> notifyListeners(listener, what));
    }

    /** A failure of a listener does not prevent the installation or removal of the component. */
    private static void notifyListeners(Listener listener, Consumer<Listener> what) {
        try {
            what.accept(listener);
        } catch (RuntimeException e) {
            LOG.error("{} failed to follow a change of the JBI components: {}", listener, e.getMessage(), e);
        }
    }

    @Override
    public Optional<InstalledComponent> find(String name) {
        return Optional.ofNullable(components.get(requireNonNull(name, "name")));
    }

    @Override
    public List<InstalledComponent> all() {
        return components.values().stream()
                .map(InstalledComponent.class::cast)
                .sorted(Comparator.comparing(InstalledComponent::name))
                .toList();
    }

    @Deactivate
    void close() {
        retries.shutdownNow();
        change.lock();
        try {
            refused.clear();
            List.copyOf(components.values()).forEach(this::takeAway);
            bus.close();
            LOG.info("The JBI container is down.");
        } finally {
            change.unlock();
        }
    }
}
