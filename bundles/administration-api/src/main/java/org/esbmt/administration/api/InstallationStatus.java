package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.annotation.versioning.ProviderType;

/** A short status of the installation, for the person on call. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface InstallationStatus {

    /** Answers within seconds, with partial data while the registry is out of reach. */
    Status status(Administrator by) throws AdministrationException;

    /**
     * The state of the installation, as far as it could be found out.
     *
     * @param version the version of the bus
     * @param registryTrouble the reason why the tenant registry is out of reach; empty if it answers
     * @param deployerRunning true if assemblies can be deployed and listed
     * @param tenants the number of tenants by state, without empty states; empty while the registry is out of reach
     * @param assemblies the number of assemblies of all tenants on this node by state, without empty states; empty
     *     while the registry is out of reach or the deployer does not run
     * @param expiringKeys the number of keys whose certificates end within 30 days, by the name of the tenant, without
     *     tenants that have none; empty while the registry is out of reach
     * @param overdueCrls the number of lists of revocations whose next update is past, as expiringKeys
     */
    record Status(
            String version,
            Optional<String> registryTrouble,
            boolean deployerRunning,
            Map<TenantView.State, Long> tenants,
            Map<String, Long> assemblies,
            Map<String, Long> expiringKeys,
            Map<String, Long> overdueCrls) {
        public Status {
            requireNonNull(version, "version");
            requireNonNull(registryTrouble, "registryTrouble");
            tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
            assemblies = Collections.unmodifiableMap(new TreeMap<>(assemblies));
            expiringKeys = Collections.unmodifiableMap(new TreeMap<>(expiringKeys));
            overdueCrls = Collections.unmodifiableMap(new TreeMap<>(overdueCrls));
        }
    }
}
