package org.esbmt.embedded.postgresql.internal;

import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads in the registries' own configuration whether they want the embedded server, so that an operator who names an
 * external one says so in a single place. A component apart: the registries' keys for the external server have names that
 * the embedded one has too. It is activated anew when that configuration changes; a server that runs and is still wanted
 * keeps running.
 */
@Component(
        configurationPid = "org.esbmt.registry.postgresql",
        service = {},
        immediate = true)
public final class ServerChoice {

    /** The one key of the registries' configuration that is looked at here. */
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
