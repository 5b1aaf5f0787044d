package org.esbmt.jbi.deployer.internal.settings;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a component's configuration, which makes the framework restart it, and waits for the result of the start. For
 * one thread at a time.
 */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);
    private static final long PAUSE_MILLIS = 20;

    private final ConfigurationAdmin admin;
    private final InstalledComponents components;
    private final ComponentDeployer deployer;
    private final Duration patience;
    private final BooleanSupplier stopping;

    Restarts(
            ConfigurationAdmin admin,
            InstalledComponents components,
            ComponentDeployer deployer,
            Duration patience,
            BooleanSupplier stopping) {
        this.admin = requireNonNull(admin, "admin");
        this.components = requireNonNull(components, "components");
        this.deployer = requireNonNull(deployer, "deployer");
        this.patience = requireNonNull(patience, "patience");
        this.stopping = requireNonNull(stopping, "stopping");
    }

    /** A copy. */
    Map<String, Object> properties(ConfigurableComponent of) throws IOException {
        Dictionary<String, Object> properties =
                admin.getConfiguration(of.pid(), "?").getProperties();
        return properties == null ? new HashMap<>() : new HashMap<>(FrameworkUtil.asMap(properties));
    }

    private static Map<String, String> texts(Map<String, Object> properties) {
        Map<String, String> texts = new HashMap<>();
        properties.forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return texts;
    }

    /** Sets the configuration without a wait. */
    void set(ConfigurableComponent of, Map<String, Object> wanted) throws IOException {
        if (!texts(properties(of)).equals(texts(wanted))) {
            update(of, wanted);
        }
    }

    private void update(ConfigurableComponent of, Map<String, Object> wanted) throws IOException {
        Map<String, Object> before = properties(of);
        write(of, before, wanted);
        try {
            admin.getConfiguration(of.pid(), "?").update(FrameworkUtil.asDictionary(wanted));
        } catch (IOException | RuntimeException e) {
            // Otherwise the framework would read the refused values from the file.
            write(of, wanted, before);
            throw e;
        }
    }

    private static void write(ConfigurableComponent of, Map<String, Object> from, Map<String, Object> to) {
        try {
            ConfigurationFile.change(from, to);
        } catch (IOException e) {
            LOG.warn(
                    "The settings of the component {} cannot be written to {}; the next start of the node sets them again. Make the file writable.",
                    of.component(),
                    to.get(ConfigurationFile.NAME),
                    e);
        }
    }

    /**
     * Changes a configuration; the framework removes the component and creates another one, on a thread of its own.
     *
     * @param back the configuration to restore if the component does not start
     * @param cutOff true if a former change was interrupted, so that the result of its start is unknown
     * @return true if the component starts; false if that is unknown, since the component was absent before
     */
    boolean change(
            ConfigurableComponent of,
            Map<String, Object> now,
            Map<String, Object> wanted,
            Map<String, Object> back,
            boolean cutOff)
            throws IOException, DeploymentException {
        boolean same = texts(now).equals(texts(wanted));
        if (same && !cutOff) {
            return true;
        }
        Optional<InstalledComponent> old = components.find(of.component());
        Optional<InstalledComponent.State> state = same ? Optional.empty() : old.map(InstalledComponent::state);
        if (!same) {
            update(of, wanted);
        }
        boolean judged = cutOff || old.isPresent();
        if (judged && !(same ? isThere(of.component()) : startedAnew(of.component(), old))) {
            update(of, back);
            startedAnew(of.component(), components.find(of.component()).or(() -> old));
            throw new DeploymentException(
                    Reason.COMPONENT_FAILED,
                    "the component " + of.component() + " does not start with these settings, and has again those"
                            + " that it had; the log of the node tells why");
        }
        if (state.equals(Optional.of(InstalledComponent.State.STOPPED))) {
            deployer.stop(of.component());
        } else if (state.equals(Optional.of(InstalledComponent.State.SHUTDOWN))) {
            deployer.shutDown(of.component());
        }
        return judged;
    }

    private boolean startedAnew(String component, Optional<InstalledComponent> old) throws DeploymentException {
        return awaited(() -> components
                .find(component)
                .filter(one -> old.isEmpty() || one != old.get())
                .filter(one -> one.state() == InstalledComponent.State.STARTED)
                .isPresent());
    }

    /**
     * Waits for the component on the bus. A component that does not start never appears there; one that was stopped
     * later has started.
     */
    private boolean isThere(String component) throws DeploymentException {
        return awaited(() -> components.find(component).isPresent());
    }

    private boolean awaited(BooleanSupplier come) throws DeploymentException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            boolean here = come.getAsBoolean();
            if (here || System.nanoTime() > end) {
                return here;
            }
            pause();
        }
    }

    /** @throws DeploymentException if the node stops */
    void pause() throws DeploymentException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeploymentException(Reason.INTERNAL, "the node stops", e);
        }
        if (stopping.getAsBoolean()) {
            throw new DeploymentException(Reason.INTERNAL, "the node stops");
        }
    }
}
