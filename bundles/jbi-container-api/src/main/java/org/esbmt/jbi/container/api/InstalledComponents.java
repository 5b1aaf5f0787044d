package org.esbmt.jbi.container.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The components of this container. A component is installed by registering a {@code javax.jbi.component.Component} as an
 * OSGi service with the properties {@link #NAME}, {@link #TYPE} and, if it likes, {@link #DESCRIPTION}; the container
 * initializes and starts it, and shuts it down when the service goes away.
 */
@ProviderType
public interface InstalledComponents {
    /** Service property: the component's name. */
    String NAME = "NAME";

    /** Service property: {@code binding-component} or {@code service-engine}. */
    String TYPE = "TYPE";

    /** Service property: a sentence for administrators. */
    String DESCRIPTION = "DESCRIPTION";

    /** Property of {@link #add}: the absolute path of the folder that an installer has unpacked the component to. */
    String INSTALL_ROOT = "INSTALL_ROOT";

    /** Property of {@link #add}, a Boolean: false leaves the component shut down until somebody starts it. */
    String START = "START";

    /**
     * Installs a component without a service, for a deployer: its life ends by {@link #remove}, or with the container.
     *
     * @param properties the same as a service's, and {@link #INSTALL_ROOT} and {@link #START} if wanted
     * @throws JBIException if the name is taken or cannot be one, or the component fails; nothing is left then
     */
    InstalledComponent add(Component component, Map<String, ?> properties) throws JBIException;

    /** Stops a component, shuts it down and forgets it. Does nothing if it is not there any more. */
    void remove(InstalledComponent component);

    Optional<InstalledComponent> find(String name);

    /** All of them, sorted by name. */
    List<InstalledComponent> all();

    /** An OSGi service that wants to know of components that come and go; called on the thread of the change. */
    @ConsumerType
    interface Listener {
        /** After the component was started; a late listener is told of those that are there. */
        void installed(InstalledComponent component);

        /** Before the component is stopped and shut down, while its units can still be stopped. */
        void uninstalling(InstalledComponent component);
    }
}
