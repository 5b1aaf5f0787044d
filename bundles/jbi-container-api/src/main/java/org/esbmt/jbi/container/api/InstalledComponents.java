package org.esbmt.jbi.container.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The components of this container. A component is installed by registering a {@code javax.jbi.component.Component} as
 * an OSGi service with the properties {@link #NAME}, {@link #TYPE} and optionally {@link #DESCRIPTION}. The container
 * initializes and starts it, and shuts it down when the service is unregistered.
 */
@ProviderType
public interface InstalledComponents {
    /** Service property: the component's name. */
    String NAME = "NAME";

    /** Service property: {@code binding-component} or {@code service-engine}. */
    String TYPE = "TYPE";

    /** Service property: a sentence for administrators. */
    String DESCRIPTION = "DESCRIPTION";

    /** Property of {@link #add}: the absolute path of the folder of the unpacked component. */
    String INSTALL_ROOT = "INSTALL_ROOT";

    /** Property of {@link #add}, a Boolean: false leaves the component shut down until an administrator starts it. */
    String START = "START";

    /**
     * Installs a component without a service, for a deployer. Its life ends by {@link #remove}, or with the container.
     *
     * @param properties the same as a service's, and optionally {@link #INSTALL_ROOT} and {@link #START}
     * @throws JBIException if the name is used or invalid, or the component fails; nothing stays installed then
     */
    InstalledComponent add(Component component, Map<String, ?> properties) throws JBIException;

    /** Stops a component, shuts it down and removes it. Does nothing for a removed one. */
    void remove(InstalledComponent component);

    Optional<InstalledComponent> find(String name);

    /** All components, sorted by name. */
    List<InstalledComponent> all();

    /** An OSGi service that observes the installation and removal of components; called on the thread of the change. */
    @ConsumerType
    interface Listener {
        /** Called after the start of the component. A new listener is also called for all existing components. */
        void installed(InstalledComponent component);

        /** Called before the stop and shut-down of the component, while its units can still be stopped. */
        void uninstalling(InstalledComponent component);
    }
}
