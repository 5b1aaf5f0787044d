package org.esbmt.jbi.container.api;

import java.util.Map;
import java.util.SortedSet;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The settings of a component of the bus that administrators may change, on all nodes. It is an OSGi service that is
 * registered whether the component is started or not. The node's listening addresses, files and secrets are its own and
 * not part of these settings. Threads: any.
 */
@ConsumerType
public interface ConfigurableComponent {

    /** The component's name. */
    String component();

    /** The PID of its configuration; a change of that starts the component anew. */
    String pid();

    /** The keys of the settings, as in the component's cfg file. */
    SortedSet<String> keys();

    /**
     * The value that a key has where nothing is set.
     *
     * @param key one of {@link #keys}
     */
    String defaultValue(String key);

    /**
     * Whether the component would start with these.
     *
     * @param settings of some of the {@link #keys}
     * @throws IllegalArgumentException with a sentence that names the key and what it may be
     */
    void check(Map<String, String> settings);
}
