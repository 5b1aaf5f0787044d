package org.esbmt.camel.se.internal;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.esbmt.jbi.container.api.AnnotatedConfiguration;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The configuration of {@code camel-se} that an administrator may set on all nodes: every key. */
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

    /** Validates the configuration by the engine's constructor, which refuses an invalid one and starts nothing. */
    private static void made(CamelConfiguration configuration) {
        new CamelServiceEngine(configuration, () -> false);
    }
}
