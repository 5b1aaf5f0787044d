package org.esbmt.jbi.container.api;

import java.util.List;
import java.util.Optional;
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
