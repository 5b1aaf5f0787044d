package org.esbmt.camel.se.internal;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.esbmt.jbi.container.api.AnnotatedConfiguration;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** What may be set of {@code camel-se} on all nodes: everything. */
@Component(service = ConfigurableComponent.class)
public final class CamelSettable implements ConfigurableComponent {

    private final ConfigurableComponent settable = new AnnotatedConfiguration<>(
            "camel-se", "org.esbmt.camel.se", CamelConfiguration.class, Set.of(), CamelSettable::made);

    @Activate
    public CamelSettable() {}

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

    /** Its constructor takes a configuration that holds, and begins nothing. */
    private static void made(CamelConfiguration configuration) {
        new CamelServiceEngine(configuration, () -> false);
    }
}
