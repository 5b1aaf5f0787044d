package org.esbmt.http.bc.internal;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.esbmt.jbi.container.api.AnnotatedConfiguration;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The configuration of {@code http-bc} that an administrator may set on all nodes. A node's own addresses and key files
 * are not part of it.
 */
@Component(service = ConfigurableComponent.class)
public final class HttpSettable implements ConfigurableComponent {
    private static final Set<String> NODES_OWN = Set.of(
            "host",
            "port",
            "tls.port",
            "tls.keystore",
            "tls.keystore.password",
            "backend.truststore",
            "backend.truststore.password",
            "backend.keystore",
            "backend.keystore.password");

    private final ConfigurableComponent settable = new AnnotatedConfiguration<>(
            "http-bc", "org.esbmt.http.bc", HttpConfiguration.class, NODES_OWN, HttpSettings::of);

    @Activate
    public HttpSettable() {}

    @Override
    public String component() {
        return settable.component();
    }

    @Override
    public String pid() {
        return settable.pid();
    }

    @Override
    public SortedSet<String> keys() {
        return settable.keys();
    }

    @Override
    public String defaultValue(String key) {
        return settable.defaultValue(key);
    }

    @Override
    public void check(Map<String, String> settings) {
        settable.check(settings);
    }
}
