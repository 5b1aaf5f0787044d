package org.esbmt.readiness.internal;

import java.io.IOException;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationPlugin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Guards the bus's components, and Karaf's ports, against a truncated configuration file: they would take defaults for all that is
 * missing. While the bus runs, they keep the values that the file had before. At the start the components are not satisfied until the
 * file is whole; Karaf's ports open before this guard comes, so {@code bin/start} looks at their files. Threads: any.
 */
@Component(service = ConfigurationPlugin.class, immediate = true)
@SuppressWarnings("JdkObsolete") // OSGi's configurations are of this type
public final class TruncatedFileGuard implements ConfigurationPlugin {
    /** OSGi Compendium R8, 112.3.13: the condition required by each component. */
    static final String CONDITION = "osgi.ds.satisfying.condition.target";

    static final String NEVER = "(osgi.condition.id=org.esbmt.configuration.whole)";

    private final Map<String, Map<String, Object>> whole = new ConcurrentHashMap<>();

    @Activate
    public TruncatedFileGuard(@Reference ConfigurationAdmin configurations) throws IOException {
        for (String pid : ConfigurationFiles.KARAFS) {
            remember(pid, configurations.getConfiguration(pid, null).getProperties());
        }
    }

    TruncatedFileGuard() {}

    /** What Karaf has taken before this guard came. */
    void remember(String pid, Dictionary<String, Object> properties) {
        if (properties != null && properties.get(ConfigurationFile.END) != null) {
            whole.put(pid, copy(properties));
        }
    }

    /** Changes the properties on their way to a component, if they come from a file with an end, and this last key is missing. */
    @Override
    public void modifyConfiguration(ServiceReference<?> reference, Dictionary<String, Object> properties) {
        if (!(properties.get(Constants.SERVICE_PID) instanceof String pid)
                || !ConfigurationFiles.isGuarded(pid)
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
