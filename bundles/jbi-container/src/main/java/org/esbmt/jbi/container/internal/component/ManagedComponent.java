package org.esbmt.jbi.container.internal.component;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentLifeCycle;
import org.esbmt.jbi.container.api.InstalledComponent;

/**
 * A component's life cycle: on the bus from {@code init} to {@code shutDown}. If the component fails in a permitted
 * operation, the state stays. A repeated operation does nothing.
 */
public final class ManagedComponent implements InstalledComponent {
    private final JbiEnvironment bus;
    private final String name;
    private final Type type;
    private final String description;
    private final Component component;
    private final Optional<Path> installRoot;
    private final ReentrantLock operation = new ReentrantLock();
    private volatile State state = State.SHUTDOWN;
    private InstalledContext context; // guarded by operation; null in SHUTDOWN

    public ManagedComponent(JbiEnvironment bus, String name, Type type, String description, Component component) {
        this(bus, name, type, description, component, Optional.empty());
    }

    /** @param installRoot the folder of the unpacked component */
    public ManagedComponent(
            JbiEnvironment bus,
            String name,
            Type type,
            String description,
            Component component,
            Optional<Path> installRoot) {
        this.installRoot = requireNonNull(installRoot, "installRoot");
        this.bus = requireNonNull(bus, "bus");
        this.name = requireNonNull(name, "name");
        this.type = requireNonNull(type, "type");
        this.description = requireNonNull(description, "description");
        this.component = requireNonNull(component, "component");
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
        return description;
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
        operation.lock();
        try {
            if (state == State.STARTED) {
                return;
            }
            if (state == State.SHUTDOWN) {
                init();
            }
            call("start", lifeCycle()::start);
            state = State.STARTED;
        } finally {
            operation.unlock();
        }
    }

    private void init() throws JBIException {
        String typeText = type == Type.BINDING_COMPONENT ? "binding-component" : "service-engine";
        InstalledContext joined = bus.join(name, typeText, component, installRoot);
        try {
            call("init", () -> lifeCycle().init(joined));
        } catch (JBIException e) {
            bus.leave(joined);
            throw e;
        }
        context = joined;
        state = State.STOPPED;
    }

    @Override
    public void stop() throws JBIException {
        operation.lock();
        try {
            if (state == State.STOPPED) {
                return;
            }
            if (state == State.SHUTDOWN) {
                throw new JBIException("component " + name + " is shut down, so it cannot be stopped; start it first");
            }
            call("stop", lifeCycle()::stop);
            state = State.STOPPED;
        } finally {
            operation.unlock();
        }
    }

    /** Leaves the bus in any case: a component that fails to clean up must not stay on it in part. */
    @Override
    public void shutDown() throws JBIException {
        operation.lock();
        try {
            if (state == State.SHUTDOWN) {
                return;
            }
            if (state == State.STARTED) {
                throw new JBIException("component " + name + " is started, so it cannot be shut down; stop it first");
            }
            try {
                call("shut down", lifeCycle()::shutDown);
            } finally {
                state = State.SHUTDOWN;
                bus.leave(context);
                context = null;
            }
        } finally {
            operation.unlock();
        }
    }

    /** Sets a component that failed to stop to stopped, since its service is unregistered: it can then be shut down. */
    public void abandon() {
        operation.lock();
        try {
            if (state == State.STARTED) {
                state = State.STOPPED;
            }
        } finally {
            operation.unlock();
        }
    }

    private ComponentLifeCycle lifeCycle() {
        return component.getLifeCycle();
    }

    /** Older components load their classes with the context class loader. */
    private void call(String what, Step step) throws JBIException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(component.getClass().getClassLoader());
        try {
            step.run();
        } catch (JBIException | RuntimeException | LinkageError e) {
            throw new JBIException("component " + name + " failed to " + what + ": " + e.getMessage(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws JBIException;
    }

    @Override
    public String toString() {
        return name + " (" + state.text() + ")";
    }
}
