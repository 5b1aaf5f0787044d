package org.esbmt.jbi.container.api;

import java.util.Map;
import java.util.SortedSet;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What administrators may set of a component of the bus, on all nodes: an OSGi service, which is there whether the component
 * is started or not. Where a node listens, its files and its secrets are the node's own, and none of it. Threads: any.
 */
@ConsumerType
public interface ConfigurableComponent {

    /** The component's name. */
    String component();

    /** The PID of its configuration; a change of that starts the component anew. */
    String pid();

    /** What may be set, as the component's cfg file calls it. */
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
