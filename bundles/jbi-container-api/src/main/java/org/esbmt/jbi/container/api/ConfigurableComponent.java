package org.esbmt.jbi.container.api;

import java.util.Map;
import java.util.SortedSet;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The settings of a component of the bus that administrators may change on all nodes. It is an OSGi service that is
 * registered even while the component is stopped. Listening addresses, files and secrets belong to each node and are
 * not part of these settings. Threads: any.
 */
@ConsumerType
public interface ConfigurableComponent {

    /** The component's name. */
    String component();

    /** The PID of its configuration; a change of the configuration restarts the component. */
    String pid();

    /** The keys of the settings, as in the component's cfg file. */
    SortedSet<String> keys();

    /**
     * The default value of a key.
     *
     * @param key one of {@link #keys}
     */
    String defaultValue(String key);

    /**
     * Checks that the component would start with these settings.
     *
     * @param settings for some of the {@link #keys}
     * @throws IllegalArgumentException with a sentence that names the key and its permitted values
     */
    void check(Map<String, String> settings);
}
