package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.api.InstallationStatus.Status;

/** The state of the installation as an open type; its getters are its items. */
public final class StatusData {
    private final Status status;

    StatusData(Status status) {
        this.status = requireNonNull(status, "status");
    }

    public String getVersion() {
        return status.version();
    }

    public boolean isRegistryReachable() {
        return status.registryTrouble().isEmpty();
    }

    /** Empty while the registry is within reach. */
    public String getRegistryTrouble() {
        return status.registryTrouble().orElse("");
    }

    public boolean isDeployerRunning() {
        return status.deployerRunning();
    }

    public Map<String, Long> getTenantsByState() {
        Map<String, Long> byName = new TreeMap<>();
        status.tenants().forEach((state, count) -> byName.put(state.name(), count));
        return byName;
    }

    public Map<String, Long> getAssembliesByState() {
        return status.assemblies();
    }
}
