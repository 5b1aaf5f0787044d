package org.esbmt.embedded.postgresql.internal;

import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from the registries' configuration if they use the embedded server, so that an operator configures an external
 * server in a single place. This is a separate component, because some keys of the external server also exist for the
 * embedded one. It is activated again when that configuration changes; a running server that is still wanted keeps
 * running.
 */
@Component(
        configurationPid = "org.esbmt.registry.postgresql",
        service = {},
        immediate = true)
public final class ServerChoice {

    /** The only key of the registries' configuration that this component reads. */
    @interface RegistryConfiguration {

        String server() default "embedded";
    }

    private static final Logger LOG = LoggerFactory.getLogger(ServerChoice.class);

    @Activate
    public ServerChoice(ComponentContext context, RegistryConfiguration configuration) {
        if (configuration.server().strip().equals("embedded")) {
            context.enableComponent(EmbeddedPostgresComponent.NAME);
        } else {
            context.disableComponent(EmbeddedPostgresComponent.NAME);
            LOG.info("The embedded PostgreSQL stays off: the registries are configured for another server.");
        }
    }
}
