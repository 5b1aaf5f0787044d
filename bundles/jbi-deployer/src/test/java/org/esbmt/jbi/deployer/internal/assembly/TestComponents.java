package org.esbmt.jbi.deployer.internal.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentLifeCycle;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The components of a container, without the container itself. */
public final class TestComponents implements InstalledComponents {
    private static final Logger LOG = LoggerFactory.getLogger(TestComponents.class);

    private final Map<String, InstalledComponent> components = new ConcurrentSkipListMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public void listen(Listener listener) {
        listeners.add(listener);
        components.values().forEach(listener::installed);
    }

    public TestComponents install(String name, InstalledComponent.Type type, Component component) {
        return install(new Installed(name, type, component));
    }

    public TestComponents install(InstalledComponent installed) {
        components.put(installed.name(), installed);
        listeners.forEach(listener -> listener.installed(installed));
        return this;
    }

    public TestComponents install(String name, Component component) {
        return install(name, InstalledComponent.Type.BINDING_COMPONENT, component);
    }

    public void uninstall(String name) {
        InstalledComponent leaving = components.get(name);
        listeners.forEach(listener -> listener.uninstalling(leaving));
        components.remove(name);
    }

    /** Like the container: initializes and starts it, without a context. */
    @Override
    public InstalledComponent add(Component component, Map<String, ?> properties) throws JBIException {
        String name = (String) properties.get(NAME);
        InstalledComponent.Type type = "binding-component".equals(properties.get(TYPE))
                ? InstalledComponent.Type.BINDING_COMPONENT
                : InstalledComponent.Type.SERVICE_ENGINE;
        if (components.containsKey(name)) {
            throw new JBIException("there is a component " + name + " already");
        }
        Installed installed = new Alive(name, type, component);
        if (!Boolean.FALSE.equals(properties.get(START))) {
            installed.start();
        }
        components.put(name, installed);
        listeners.forEach(listener -> listener.installed(installed));
        return installed;
    }

    @Override
    public void remove(InstalledComponent component) {
        if (components.get(component.name()) != component) {
            return;
        }
        listeners.forEach(listener -> listener.uninstalling(component));
        try {
            if (component.state() == InstalledComponent.State.STARTED) {
                component.stop();
            }
            component.shutDown();
        } catch (JBIException | RuntimeException e) {
            LOG.warn("A component goes with an error.", e); // as one of the container does
        } finally {
            components.remove(component.name());
        }
    }

    @Override
    public Optional<InstalledComponent> find(String name) {
        return Optional.ofNullable(components.get(name));
    }

    @Override
    public List<InstalledComponent> all() {
        return new ArrayList<>(components.values());
    }

    private static class Installed implements InstalledComponent {
        private final String name;
        private final Type type;
        private final Component component;
        volatile State state = State.STARTED;

        Installed(String name, Type type, Component component) {
            this.name = name;
            this.type = type;
            this.component = component;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Type type() {
            return type;
        }

        @Override
        public String description() {
            return "the component " + name;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public Component component() {
            return component;
        }

        @Override
        public void start() throws JBIException {
            state = State.STARTED;
        }

        @Override
        public void stop() throws JBIException {
            state = State.STOPPED;
        }

        @Override
        public void shutDown() throws JBIException {
            state = State.SHUTDOWN;
        }
    }

    /** An installed component whose life-cycle methods are called. */
    private static final class Alive extends Installed {
        private final ComponentLifeCycle lifeCycle;

        Alive(String name, Type type, Component component) {
            super(name, type, component);
            this.lifeCycle = component.getLifeCycle();
            this.state = State.SHUTDOWN;
        }

        @Override
        public void start() throws JBIException {
            try {
                if (state == State.SHUTDOWN) {
                    lifeCycle.init(null);
                }
                lifeCycle.start();
            } catch (RuntimeException e) {
                throw new JBIException(e.getMessage(), e);
            }
            super.start();
        }

        @Override
        public void stop() throws JBIException {
            lifeCycle.stop();
            super.stop();
        }

        @Override
        public void shutDown() throws JBIException {
            if (state != State.SHUTDOWN) {
                lifeCycle.shutDown();
            }
            super.shutDown();
        }
    }
}
