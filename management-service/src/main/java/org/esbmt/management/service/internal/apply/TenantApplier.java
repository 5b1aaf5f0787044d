package org.esbmt.management.service.internal.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.message.TenantManagementCommand;

/** Applies commands for a tenant as a whole. */
final class TenantApplier {
    private final Deployer deployer;
    private final TenantLinks links;

    TenantApplier(Deployer deployer, TenantLinks links) {
        this.deployer = deployer;
        this.links = links;
    }

    Outcome apply(TenantManagementCommand command) throws DeploymentException, IOException {
        return switch (command.action()) {
            case PURGE -> purge(command);
        };
    }

    /** Removes everything of a tenant. An entry that cannot be removed does not stop the rest. */
    private Outcome purge(TenantManagementCommand command) throws IOException {
        boolean changed = false;
        for (Link link : links.links()) {
            changed |= link.tenant().equals(command.tenant()) && links.remove(link);
        }
        List<String> failures = new ArrayList<>();
        for (DeployedAssembly assembly : deployer.assemblies(command.tenant())) {
            try {
                deployer.undeploy(command.tenant(), assembly.name());
                changed = true;
            } catch (DeploymentException e) {
                failures.add("'" + assembly.name() + "': " + e.getMessage());
            }
        }
        return failures.isEmpty() ? Outcome.changed(changed) : Outcome.failed("not undeployed: " + failures);
    }
}
