package org.esbmt.jbi.deployer.internal.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.jbi.component.Component;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;

/** The components of a container without the container. */
public final class TestComponents implements InstalledComponents {
    private final Map<String, InstalledComponent> components = new ConcurrentSkipListMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public void listen(Listener listener) {
        listeners.add(listener);
        components.values().forEach(listener::installed);
    }

    public TestComponents install(String name, InstalledComponent.Type type, Component component) {
        Installed installed = new Installed(name, type, component);
        components.put(name, installed);
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

    @Override
    public Optional<InstalledComponent> find(String name) {
        return Optional.ofNullable(components.get(name));
    }

    @Override
    public List<InstalledComponent> all() {
        return new ArrayList<>(components.values());
    }

    private static final class Installed implements InstalledComponent {
        private final String name;
        private final Type type;
        private final Component component;
        private volatile State state = State.STARTED;

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
        public void start() {
            state = State.STARTED;
        }

        @Override
        public void stop() {
            state = State.STOPPED;
        }

        @Override
        public void shutDown() {
            state = State.SHUTDOWN;
        }
    }
}
