package org.esbmt.jbi.container.api;

import javax.jbi.JBIException;
import javax.jbi.component.Component;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A component of the container and its life cycle (JSR-208, section 6.2). Threads: any that may block; operations on
 * one component run one at a time.
 */
@ProviderType
public interface InstalledComponent {

    /** The name of the component in its jbi.xml. */
    String name();

    Type type();

    String description();

    State state();

    Component component();

    void start() throws JBIException;

    void stop() throws JBIException;

    void shutDown() throws JBIException;

    /** JSR-208, section 4. */
    enum Type {
        BINDING_COMPONENT,
        SERVICE_ENGINE
    }

    /** JSR-208, javax.jbi.management.LifeCycleMBean. */
    enum State {
        UNKNOWN("Unknown"),
        STARTED("Started"),
        STOPPED("Stopped"),
        SHUTDOWN("Shutdown");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** The text of {@code LifeCycleMBean.getCurrentState()}. */
        public String text() {
            return text;
        }
    }
}
