package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.annotation.versioning.ProviderType;

/** How the installation is, at one glance, for the person on call. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface InstallationStatus {

    /** Answers within seconds, with what can be told, while the registry is out of reach. */
    Status status(Administrator by) throws AdministrationException;

    /**
     * The state of the installation, as far as it could be found out.
     *
     * @param version the bus's own
     * @param registryTrouble why the tenant registry is out of reach; empty: it answers
     * @param deployerRunning whether assemblies can be deployed and asked for
     * @param tenants how many there are in each state that has any; empty while the registry is out of reach
     * @param assemblies how many there are on this node in each state that has any, of all tenants; empty while the
     *     registry is out of reach or the deployer is not running
     */
    record Status(
            String version,
            Optional<String> registryTrouble,
            boolean deployerRunning,
            Map<TenantView.State, Long> tenants,
            Map<String, Long> assemblies) {
        public Status {
            requireNonNull(version, "version");
            requireNonNull(registryTrouble, "registryTrouble");
            tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
            assemblies = Collections.unmodifiableMap(new TreeMap<>(assemblies));
        }
    }
}
