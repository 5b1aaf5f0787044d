package org.esbmt.readiness.internal;

import java.util.Collections;
import java.util.Dictionary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationPlugin;
import org.osgi.service.component.annotations.Component;

/**
 * Guards the bus's components against a truncated configuration file: they would use the defaults of all missing keys.
 * In a running bus they keep the former values of the file. At the start they stay unsatisfied until the file is whole.
 * Threads: any.
 */
@Component(service = ConfigurationPlugin.class, immediate = true)
@SuppressWarnings("JdkObsolete") // OSGi's configurations are of this type
public final class TruncatedFileGuard implements ConfigurationPlugin {
    /** OSGi Compendium R8, 112.3.13: the condition required by each component. */
    static final String CONDITION = "osgi.ds.satisfying.condition.target";

    static final String NEVER = "(osgi.condition.id=org.esbmt.configuration.whole)";

    private final Map<String, Map<String, Object>> whole = new ConcurrentHashMap<>();

    /**
     * Changes the properties on their way to a component, if they come from one of the bus's files without its end
     * marker.
     */
    @Override
    public void modifyConfiguration(ServiceReference<?> reference, Dictionary<String, Object> properties) {
        if (!(properties.get(Constants.SERVICE_PID) instanceof String pid)
                || !pid.startsWith(ConfigurationFiles.OURS)
                || ConfigurationFiles.path(properties).isEmpty()) {
            return;
        }
        if (properties.get(ConfigurationFile.END) != null) {
            whole.put(pid, copy(properties));
        } else if (whole.containsKey(pid)) {
            Collections.list(properties.keys()).forEach(properties::remove);
            whole.get(pid).forEach(properties::put);
        } else {
            properties.put(CONDITION, NEVER);
        }
    }

    private static Map<String, Object> copy(Dictionary<String, Object> properties) {
        return Collections.list(properties.keys()).stream().collect(Collectors.toMap(key -> key, properties::get));
    }
}
