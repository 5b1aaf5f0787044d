package org.esbmt.management.service.internal.apply;

import java.util.UUID;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.SettingsManagementCommand;

/** Applies the settings of a component on this node. */
final class SettingsApplier {
    private final ComponentConfigurator configurator;
    private final UUID node;

    SettingsApplier(ComponentConfigurator configurator, UUID node) {
        this.configurator = configurator;
        this.node = node;
    }

    Outcome apply(SettingsManagementCommand command) throws DeploymentException {
        return Outcome.changed(configurator.configure(command.component(), command.on(node), command.digest()));
    }
}
